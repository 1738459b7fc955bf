/** Tells the user that no other language is supported. */
export const ENGLISH_ONLY = 'Recognition on this computer understands English only.';

/** Returns whether on-device recognition is useful to speakers of these languages (BCP 47 tags; none means any). */
export function includesEnglish(languages: readonly string[]): boolean {
  return languages.length === 0 || languages.some((tag) => new Intl.Locale(tag).language === 'en');
}
