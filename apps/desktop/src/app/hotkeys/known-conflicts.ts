import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { ChordAction } from '../../ipc/chord.ts';

/** Another known user of a chord on a Mac. */
interface KnownUser {
  /** The program, as at the start of a sentence; `macOS` for the system itself. */
  who: string;
  /** What it uses the chord for; follows `who`. */
  does: string;
  /**
   * `everywhere`: whichever program is in front. `in-front`: through its menu while it is in front, so it never sees a
   * chord of ours.
   */
  where: 'everywhere' | 'in-front';
}

const system = (does: string): KnownUser => ({ who: 'macOS', does, where: 'everywhere' });
const inFront = (who: string, does: string): KnownUser => ({ who, does, where: 'in-front' });

/** By written chord. These programs come with the chords preset; most let the user change them. */
export const KNOWN_USERS = new Map<string, KnownUser>([
  ['Command+Shift+Space', { who: '1Password', does: 'opens Quick Access', where: 'everywhere' }],
  ['Alt+Space', { who: 'Raycast or Alfred', does: 'opens', where: 'everywhere' }],
  ['Command+Space', system('opens Spotlight')],
  ['Command+Alt+Space', system('opens a Finder search window')],
  ['Control+Space', system('switches the input source')],
  ['Control+Alt+Space', system('switches the input source')],
  ['Command+Control+Space', system('opens the emoji picker')],
  ['Command+Tab', system('switches between apps')],
  ['Command+Shift+Tab', system('switches between apps')],
  ['Command+Shift+3', system('takes a screenshot')],
  ['Command+Shift+4', system('captures part of the screen')],
  ['Command+Shift+5', system('opens the screenshot tools')],
  ['Command+Shift+Q', system('logs you out')],
  ['Command+Control+Q', system('locks the screen')],
  ['Command+Alt+Escape', system('opens Force Quit')],
  ['Command+Alt+D', system('hides and shows the Dock')],
  ['Control+Up', system('opens Mission Control')],
  ['Control+Down', system('shows an app’s windows')],
  ['Control+Left', system('moves between spaces')],
  ['Control+Right', system('moves between spaces')],
  ['F11', system('shows the desktop')],
  ['Command+Shift+T', inFront('Browsers', 'reopen a closed tab')],
  ['Command+Shift+C', inFront('Browsers', 'inspect part of a page')],
  ['Command+Shift+N', inFront('Browsers and the Finder', 'open a private window or create a folder')],
  ['Command+Shift+P', inFront('Code editors', 'open the command palette')],
  ['Command+Shift+V', inFront('Many apps', 'paste without formatting')],
  ['Command+Shift+Z', inFront('Nearly all apps', 'redo a change')],
  ['Command+A', inFront('Nearly all apps', 'select everything')],
  ['Command+C', inFront('Nearly all apps', 'copy')],
  ['Command+F', inFront('Nearly all apps', 'search')],
  ['Command+H', inFront('Nearly all apps', 'hide')],
  ['Command+N', inFront('Nearly all apps', 'open something new')],
  ['Command+P', inFront('Nearly all apps', 'print')],
  ['Command+Q', inFront('Nearly all apps', 'quit')],
  ['Command+S', inFront('Nearly all apps', 'save')],
  ['Command+T', inFront('Browsers', 'open a tab')],
  ['Command+V', inFront('Nearly all apps', 'paste')],
  ['Command+W', inFront('Nearly all apps', 'close a window')],
  ['Command+X', inFront('Nearly all apps', 'cut')],
  ['Command+Z', inFront('Nearly all apps', 'undo')],
]);

/** Returns who else on a Mac uses a chord that we could bind, and what to do about it; null if no one known does. */
export function conflictRemark(written: string, action: ChordAction): string | null {
  const user = KNOWN_USERS.get(written);
  if (!user) return null;
  const { who, does, where } = user;
  if (where === 'in-front') {
    // The cancel chord is only bound during a dictation.
    const then = action === 'cancel' ? 'during a dictation' : `while ${PRODUCT_NAME} is running`;
    return `${who} ${does} with these keys, and can’t ${then}. Choose another shortcut if you miss that.`;
  }
  const there = who === 'macOS' ? 'in System Settings under Keyboard' : 'there';
  return `${who} ${does} with these keys too, and only one of the two gets them. If they don’t work, choose another shortcut here or ${there}.`;
}

/** Returns the likely owner of a chord that we could not bind on a Mac; undefined if none is known. */
export function likelyOwner(written: string): string | undefined {
  const user = KNOWN_USERS.get(written);
  return user?.where === 'everywhere' ? user.who : undefined;
}
