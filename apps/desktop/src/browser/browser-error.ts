/** The windows can't be shown. The message says what to do. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError';
}
