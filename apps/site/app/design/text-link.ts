/** Look of a link, or of a button that does as little, among text. */
export const TEXT_LINK = 'font-semibold text-ink underline decoration-edge underline-offset-4 hover:decoration-ink';
