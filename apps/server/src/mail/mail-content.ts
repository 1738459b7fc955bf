/** What a mail says. All have the same form. */
export interface MailContent {
  /** Without names and addresses: subjects are shown on locked screens. */
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** The one thing to do now. */
  action?: { label: string; url: string };
  /** What is good to know besides. */
  notes: readonly string[];
}

/** Where the reader finds us. */
export interface Sender {
  siteUrl: string;
  supportEmail: string;
}
