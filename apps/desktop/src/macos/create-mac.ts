import type { Clock } from '@workspace/speech/clock';
import { Accessibility } from './accessibility.ts';
import { Applications } from './applications.ts';
import { BorrowedPasteboard } from './borrowed-pasteboard.ts';
import { CoreFoundation } from './core-foundation.ts';
import { EventTap } from './event-tap.ts';
import { Focus } from './focus.ts';
import { MacInserter } from './inserter.ts';
import { KeyEvents } from './key-events.ts';
import { HardwareKeyboard } from './keyboard.ts';
import { KeyboardLayouts } from './keyboard-layouts.ts';
import type { Mac, OwnField } from './mac.ts';
import type { NativeFunctions } from './native-functions.ts';
import { ObjectiveC } from './objective-c.ts';
import { Pasteboard } from './pasteboard.ts';
import { CoreAudioOutput } from './sound-output.ts';

export interface MacParts {
  clock: Clock;
  ownPid: number;
  /** What has the focus in this process's own windows. */
  ownField(): Promise<OwnField>;
}

/** Creates everything the app needs from macOS on top of its functions. */
export function createMac(native: NativeFunctions, { clock, ownPid, ownField }: MacParts): Mac {
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
    focus: new Focus({ accessibility, applications, clock, ownPid, ownField }),
    keyboard,
    keys: new KeyEvents(native, foundation),
    layouts,
    pasteboard: new BorrowedPasteboard(pasteboard, clock),
  });
  const soundOutput = new CoreAudioOutput(native, foundation, clock);
  const eventTap = new EventTap(native, foundation, ownPid);
  const close = () => {
    eventTap.close();
    return inserter.close();
  };
  return {
    ...{ keyboard, accessibility, eventTap, pasteboard, inserter, soundOutput, close },
    applications: {
      get front() {
        const pid = applications.frontmost()?.pid;
        return pid === ownPid ? undefined : pid;
      },
      activate: (pid) => applications.activate(pid),
    },
  };
}
