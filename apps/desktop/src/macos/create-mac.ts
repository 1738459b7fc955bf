import type { Clock } from '@workspace/speech/clock';
import { Accessibility } from './accessibility.ts';
import { Applications } from './applications.ts';
import { BorrowedPasteboard } from './borrowed-pasteboard.ts';
import { CoreFoundation } from './core-foundation.ts';
import { Focus } from './focus.ts';
import { MacInserter } from './inserter.ts';
import { KeyEvents } from './key-events.ts';
import { HardwareKeyboard } from './keyboard.ts';
import { KeyboardLayouts } from './keyboard-layouts.ts';
import type { Mac } from './mac.ts';
import type { NativeFunctions } from './native-functions.ts';
import { ObjectiveC } from './objective-c.ts';
import { Pasteboard } from './pasteboard.ts';

export interface MacParts {
  clock: Clock;
  /** Of this process. */
  ownPid: number;
}

/** Everything that the app needs of macOS, over its functions. */
export function createMac(native: NativeFunctions, { clock, ownPid }: MacParts): Mac {
  const foundation = new CoreFoundation(native);
  const objectiveC = new ObjectiveC(native);
  const layouts = new KeyboardLayouts(native, foundation);
  const keyboard = new HardwareKeyboard(native, layouts);
  const accessibility = new Accessibility(native, foundation, clock);
  const pasteboard = new Pasteboard(foundation, objectiveC);
  const applications = new Applications(foundation, objectiveC);
  const inserter = new MacInserter({
    accessibility,
    applications,
    clock,
    focus: new Focus(accessibility, applications, ownPid),
    keyboard,
    keys: new KeyEvents(native, foundation),
    layouts,
    pasteboard: new BorrowedPasteboard(pasteboard, clock),
  });
  return { keyboard, accessibility, pasteboard, inserter, close: () => inserter.close() };
}
