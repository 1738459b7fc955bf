import type { LoneKey } from '../../ipc/chord.ts';
import type { MacEventTap, TappedEvent } from '../../macos/mac.ts';

/** The keys and buttons of a Mac, and the stream of their events (CoreGraphics/CGEvent.h, `CGEventTapCreate`). */
export class FakeEventTap implements MacEventTap {
  isAllowed = true;
  /** The keys listened to; undefined while closed. */
  keys: readonly LoneKey[] | undefined;
  readonly down = new Set<LoneKey | 'another'>();
  #onEvent: (event: TappedEvent) => boolean = () => false;

  open(keys: readonly LoneKey[], onEvent: (event: TappedEvent) => boolean): boolean {
    this.keys = this.isAllowed ? keys : undefined;
    this.#onEvent = onEvent;
    return this.isAllowed;
  }

  close(): void {
    this.keys = undefined;
  }

  isDown(key: LoneKey): boolean {
    return this.down.has(key);
  }

  areOthersDown(key: LoneKey): boolean {
    return [...this.down].some((other) => other !== key);
  }

  /** Presses a key. Returns whether programs get the event. */
  press(key: LoneKey | 'another'): boolean {
    this.down.add(key);
    return this.#pass(key, true);
  }

  release(key: LoneKey | 'another'): boolean {
    this.down.delete(key);
    return key === 'another' || this.#pass(key, false);
  }

  #pass(key: LoneKey | 'another', isDown: boolean): boolean {
    if (!this.keys) return true;
    if (key === 'another') return !this.#onEvent({ type: 'other' });
    return !this.#onEvent({ type: key.startsWith('Mouse') ? 'button' : 'modifier', key, isDown });
  }
}
