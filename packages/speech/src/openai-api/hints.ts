/** The user's hints about the audio, in the form that OpenAI-like APIs accept. */

/** Returns the ISO 639 codes of BCP 47 tags, without script and region, deduplicated. */
export function languageCodes(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.split('-', 1)[0]!.toLowerCase()))];
}

/** Returns the ISO 639 code of the only language in BCP 47 tags; empty if there are none or several. */
export function onlyLanguage(tags: readonly string[]): string {
  const codes = languageCodes(tags);
  return codes.length === 1 ? codes[0]! : '';
}

/** Returns keywords without angle brackets and line breaks, which providers refuse; drops those that end up empty. */
export function cleanKeywords(keywords: readonly string[]): string[] {
  return keywords
    .map((keyword) => keyword.replace(/[<>]/g, '').replace(/\s+/g, ' ').trim())
    .filter((keyword) => keyword !== '');
}
