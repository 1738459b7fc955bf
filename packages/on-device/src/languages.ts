/** What is said if the languages chosen leave English out. */
export const ENGLISH_ONLY = 'Recognition on this computer understands English only.';

/** Whether recognition on this computer can be of use to someone who speaks these languages (BCP 47 tags; none: any). */
export function includesEnglish(languages: readonly string[]): boolean {
  return languages.length === 0 || languages.some((tag) => new Intl.Locale(tag).language === 'en');
}
