/** What the user says about the audio, in the form in which providers of OpenAI's kind take it. */

/** The languages of BCP 47 tags by their ISO 639 codes, without script and region, each once. */
export function languageCodes(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.split('-', 1)[0]!.toLowerCase()))];
}

/** The only language of some tags by its ISO 639 code; empty if there are none or several. */
export function onlyLanguage(tags: readonly string[]): string {
  const codes = languageCodes(tags);
  return codes.length === 1 ? codes[0]! : '';
}

/** Keywords without the angle brackets and line breaks that are refused, and without those that are empty then. */
export function cleanKeywords(keywords: readonly string[]): string[] {
  return keywords
    .map((keyword) => keyword.replace(/[<>]/g, '').replace(/\s+/g, ' ').trim())
    .filter((keyword) => keyword !== '');
}
