/** Classes of a link, or of a minor button, within text. */
export const TEXT_LINK = 'font-semibold text-ink underline decoration-edge underline-offset-4 hover:decoration-ink';
