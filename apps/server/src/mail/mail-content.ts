/** The content of an email. All have the same form. */
export interface MailContent {
  /** Without names and addresses: subjects are shown on lock screens. */
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** The one thing to do now. */
  action?: { label: string; url: string };
  /** Anything else worth knowing. */
  notes: readonly string[];
}

/** How readers can reach us. */
export interface Sender {
  siteUrl: string;
  supportEmail: string;
}
