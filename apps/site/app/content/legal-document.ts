/** A section of a legal text: paragraphs, then an optional list. */
export interface LegalSection {
  title: string;
  paragraphs: readonly string[];
  list?: readonly string[];
}

export interface LegalDocument {
  title: string;
  /** Summary for those who read no further; not legally binding. */
  gist: string;
  sections: readonly LegalSection[];
}

/** When the legal texts were last changed (ISO 8601). */
export const LEGAL_UPDATED = '2025-02-28';
