import type { CoreFoundation } from './core-foundation.ts';
import type { Address } from './native-functions.ts';
import type { ObjectiveC } from './objective-c.ts';

export interface Application {
  pid: number;
  /** Such as `com.apple.TextEdit`; undefined for programs without a bundle. */
  bundleId: string | undefined;
}

/** AppKit/NSApplication.h. */
const YIELD = 'yieldActivationToApplication:';
/** `NSApplicationActivateIgnoringOtherApps`, from `AppKit/NSRunningApplication.h`; no effect since macOS 14. */
const IGNORING_OTHERS = 2;

/** The user's running programs, through AppKit's NSWorkspace and NSRunningApplication. Needs no permission. */
export class Applications {
  readonly #foundation: CoreFoundation;
  readonly #objectiveC: ObjectiveC;

  constructor(foundation: CoreFoundation, objectiveC: ObjectiveC) {
    this.#foundation = foundation;
    this.#objectiveC = objectiveC;
  }

  /** The program whose menu bar is shown; a panel of another program may still get the keys. */
  frontmost(): Application | undefined {
    return this.#objectiveC.inPool(() => {
      const workspace = this.#objectiveC.object(this.#objectiveC.class('NSWorkspace'), 'sharedWorkspace');
      const application = this.#objectiveC.objectIfAny(workspace, 'frontmostApplication');
      return application === undefined ? undefined : this.#describe(application);
    });
  }

  withPid(pid: number): Application {
    return this.#objectiveC.inPool(() => {
      const application = this.#running(pid);
      return application === undefined ? { pid, bundleId: undefined } : this.#describe(application);
    });
  }

  /** Brings a program to the front. Does nothing if it has ended. */
  activate(pid: number): void {
    this.#objectiveC.inPool(() => {
      const objectiveC = this.#objectiveC;
      const application = this.#running(pid);
      if (application === undefined) return;
      const ours = objectiveC.object(objectiveC.class('NSApplication'), 'sharedApplication');
      // Since macOS 14 the active program has to yield first.
      if (objectiveC.responds(ours, YIELD)) objectiveC.objectWithObject(ours, YIELD, application);
      objectiveC.integerWithInteger(application, 'activateWithOptions:', IGNORING_OTHERS);
    });
  }

  #running(pid: number): Address | undefined {
    const running = this.#objectiveC.class('NSRunningApplication');
    return this.#objectiveC.objectWithInt(running, 'runningApplicationWithProcessIdentifier:', pid);
  }

  #describe(application: Address): Application {
    const bundleId = this.#objectiveC.objectIfAny(application, 'bundleIdentifier');
    return {
      pid: this.#objectiveC.int(application, 'processIdentifier'),
      bundleId: bundleId === undefined ? undefined : this.#foundation.readString(bundleId),
    };
  }
}
