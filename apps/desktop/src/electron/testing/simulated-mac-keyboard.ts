import type { Chord, Modifier } from '../../channel/chord.ts';
import type { MacAccessibility, MacKeyboard } from '../../macos/mac.ts';

/** A Mac's keys, which a test presses and lets go, and what the system lets the app know of them. */
export class SimulatedMacKeyboard implements MacKeyboard, MacAccessibility {
  readonly down = new Set<string>();
  isGranted = true;
  isSecure = false;
  /** Keys read as up whatever they are. Modifiers are always read right. */
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

  isTrusted(): boolean {
    return this.isGranted;
  }

  isSecureInputOn(): boolean {
    return this.isSecure;
  }
}
