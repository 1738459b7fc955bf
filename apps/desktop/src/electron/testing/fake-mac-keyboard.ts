import type { Chord, Modifier } from '../../ipc/chord.ts';
import type { MacAccessibility, MacKeyboard } from '../../macos/mac.ts';

/**
 * A Mac's keys, which tests press and release, and what the system lets the app see of them.
 * CoreGraphics/CGEventSource.h documents the state of keys and modifiers; from whom it is hidden is undocumented:
 * assumed, see docs/verification.md, "On a Mac".
 */
export class FakeMacKeyboard implements MacKeyboard, MacAccessibility {
  readonly down = new Set<string>();
  isGranted = true;
  isSecure = false;
  /** Keys read as up even if down, as without the permission. Modifiers always read correctly. Assumed, see above. */
  isBlind = false;
  /** How often the state was read. */
  readings = 0;

  isKeyDown({ key }: Chord): boolean {
    this.readings += 1;
    return this.isGranted && !this.isBlind && this.down.has(key);
  }

  /** As with an American layout. */
  americanKey(key: string): string | undefined {
    return key;
  }

  keyNames(): Record<string, string> {
    return { KeyA: 'A' };
  }

  modifiers(): Record<'command' | 'shift' | 'option' | 'control', boolean> {
    this.readings += 1;
    const isDown = (modifier: Modifier) => this.down.has(modifier);
    return {
      command: isDown('Command'),
      shift: isDown('Shift'),
      option: isDown('Alt'),
      control: isDown('Control'),
    };
  }

  /** HIServices/AXUIElement.h, `AXIsProcessTrusted`. */
  isTrusted(): boolean {
    return this.isGranted;
  }

  /** HIToolbox/CarbonEventsCore.h, `IsSecureEventInputEnabled`: whichever program has it on. */
  isSecureInputOn(): boolean {
    return this.isSecure;
  }
}
