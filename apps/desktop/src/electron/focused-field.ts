import type * as Electron from 'electron';
import type { OwnField } from '../macos/mac.ts';

/** Run in a page: whether what has the focus there takes text, or a password. `:read-write` is what HTML calls editable. */
export const FOCUSED_FIELD = `(() => {
  const field = document.hasFocus() ? document.activeElement : null;
  if (!field?.matches(':read-write')) return 'none';
  return field.matches('[type=password]') ? 'secure' : 'text';
})()`;

/**
 * What has the focus in one of our windows. Its page is asked, in its own process: asked by Accessibility, the main process would
 * wait for its own answer.
 */
export async function readFocusedField(contents: Pick<Electron.WebContents, 'executeJavaScript'>): Promise<OwnField> {
  const answer: unknown = await contents.executeJavaScript(FOCUSED_FIELD);
  return answer === 'text' || answer === 'secure' ? answer : 'none';
}
