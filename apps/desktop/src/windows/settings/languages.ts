export interface Language {
  /** BCP 47. */
  tag: string;
  /** In English. */
  name: string;
  /** In the language itself. */
  ownName: string;
}

/** Languages that speech models know, with the regions that some of them distinguish. */
const TAGS = (
  'af ar az be bg bn bs ca cs cy da de de-CH el en en-AU en-GB en-IN en-US es es-419 et eu fa fi fil fr fr-CA gl gu he ' +
  'hi hr hu hy id is it ja ka kk km kn ko lo lt lv mi mk ml mn mr ms my nb ne nl nl-BE nn pa pl pt pt-BR pt-PT ro ru ' +
  'si sk sl sq sr sv sw ta te th tr uk ur uz vi yi yue zh zh-CN zh-TW'
).split(' ');

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** The languages to choose from, sorted by English name. */
export const LANGUAGES: readonly Language[] = TAGS.map(languageOf).sort((one, other) =>
  one.name.localeCompare(other.name, 'en'),
);

/** Returns a language by its tag, which need not be in `LANGUAGES`. */
export function languageOf(tag: string): Language {
  return {
    tag,
    name: nameOf(ENGLISH_NAMES, tag),
    ownName: nameOf(new Intl.DisplayNames(tag, { type: 'language' }), tag),
  };
}

/** Whether typed text matches a language: part of a name, or its tag. */
export function isLanguageMeant({ tag, name, ownName }: Language, typed: string): boolean {
  const wanted = typed.trim().toLocaleLowerCase();
  return (
    name.toLocaleLowerCase().includes(wanted) ||
    ownName.toLocaleLowerCase().includes(wanted) ||
    tag.toLocaleLowerCase() === wanted
  );
}

function nameOf(names: Intl.DisplayNames, tag: string): string {
  return names.of(tag) ?? tag;
}
