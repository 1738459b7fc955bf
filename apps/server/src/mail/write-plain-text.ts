import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { MailContent, Sender } from './mail-content.ts';

/** Writes an email for those who read it without HTML. Every link is written in full, on its own line. */
export function writePlainText({ heading, paragraphs, action, notes }: MailContent, { siteUrl }: Sender): string {
  const blocks = [
    heading,
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...notes,
    `-- \n${PRODUCT_NAME}\n${siteUrl}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
