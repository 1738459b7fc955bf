/** A part of a legal text: what is said, then what it lists, if anything. */
export interface LegalSection {
  title: string;
  paragraphs: readonly string[];
  list?: readonly string[];
}

export interface LegalDocument {
  title: string;
  /** The gist, for those who read no further. It binds as little as any summary. */
  gist: string;
  sections: readonly LegalSection[];
}

/** When the legal texts were last changed (ISO 8601). */
export const LEGAL_UPDATED = '2025-02-28';
