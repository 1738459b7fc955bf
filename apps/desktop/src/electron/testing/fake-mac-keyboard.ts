import type { Chord, Modifier } from '../../ipc/chord.ts';
import type { MacAccessibility, MacKeyboard } from '../../macos/mac.ts';

/**
 * A Mac's keys, which a test presses and lets go, and what the system lets the app know of them. CoreGraphics/CGEventSource.h
 * tells of the state of keys and modifiers; whom it is kept from is undocumented: assumed, see docs/verification.md, "On a Mac".
 */
export class FakeMacKeyboard implements MacKeyboard, MacAccessibility {
  readonly down = new Set<string>();
  isGranted = true;
  isSecure = false;
  /** Keys read as up whatever they are, as without the permission. Modifiers are always read right. Assumed, see above. */
  isBlind = false;
  /** How often the state was read. */
  readings = 0;

  isKeyDown({ key }: Chord): boolean {
    this.readings += 1;
    return this.isGranted && !this.isBlind && this.down.has(key);
  }

  /** Of an American keyboard. */
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
