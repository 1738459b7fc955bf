import type { DesktopAccess } from '../app/platform.ts';
import { SelectionClipboard } from './clipboard.ts';
import type { Display } from './display.ts';
import { FieldReader } from './field-reader.ts';
import { HeldKeys } from './held-keys.ts';
import { X11Hotkeys } from './hotkeys.ts';
import { SelectionInserter } from './inserter.ts';
import { Keyboard } from './keyboard.ts';
import { Selections } from './selections.ts';

/** Releases what one part has taken. */
type Close = () => Promise<void> | void;

/**
 * Opens hotkeys, insertion and clipboard on an X display. `onOpened` immediately receives each part's way to close it,
 * so that what is open can be closed if the rest fails. Rejects with a `DisplayError`.
 */
export async function openX11Desktop(
  display: Display,
  onOpened: (close: Close) => void,
): Promise<Omit<DesktopAccess, 'soundOutput'>> {
  const keyboard = await Keyboard.open(display);
  const held = new HeldKeys(display, keyboard);
  const selections = await Selections.open(display);
  onOpened(() => selections.close());
  const fields = new FieldReader(display);
  onOpened(() => fields.close());
  void fields.prepare();
  const inserter = new SelectionInserter(display, keyboard, selections, held, fields);
  onOpened(() => inserter.close());
  const hotkeys = await X11Hotkeys.open(display, keyboard, held);
  onOpened(() => hotkeys.close());
  return { hotkeys, inserter, selections: inserter, clipboard: new SelectionClipboard(selections) };
}
