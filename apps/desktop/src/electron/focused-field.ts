import type * as Electron from 'electron';
import type { OwnField } from '../macos/mac.ts';

/** Runs in a page: whether the focused element takes text, or a password. HTML defines `:read-write` as editable. */
export const FOCUSED_FIELD = `(() => {
  const field = document.hasFocus() ? document.activeElement : null;
  if (!field?.matches(':read-write')) return 'none';
  return field.matches('[type=password]') ? 'secure' : 'text';
})()`;

/**
 * Resolves with what has the focus in one of our windows. Asks its page, in the page's own process: queried through
 * Accessibility, the main process would wait for its own answer.
 */
export async function readFocusedField(contents: Pick<Electron.WebContents, 'executeJavaScript'>): Promise<OwnField> {
  const answer: unknown = await contents.executeJavaScript(FOCUSED_FIELD);
  return answer === 'text' || answer === 'secure' ? answer : 'none';
}
