import type { XInput } from 'x11';
import type { KeyTransition } from './chord-holds.ts';
import { buttonCode } from './chord-keys.ts';
import type { Display } from './display.ts';

/** The pointer device that all mice move. */
const MASTER_POINTER = 2;
const QUERY_POINTER = 40;

/**
 * Raw key and button events (XInput 2), reported even while another program has grabbed them, but not while we have.
 * Only listened to while a lone key is bound: programs lose nothing by it.
 */
export class RawInput {
  readonly #display: Display;
  readonly #xinput: XInput;
  #isWatching = false;

  private constructor(display: Display, xinput: XInput) {
    this.#display = display;
    this.#xinput = xinput;
  }

  /** Rejects with a `DisplayError` if the server can't report raw input. `listener` gets everything except what we play ourselves. */
  static async open(display: Display, listener: (transition: KeyTransition) => void): Promise<RawInput> {
    const xinput = await display.extension('xinput');
    display.onEvent((event) => {
      switch (event.name) {
        case 'XIRawKeyPress':
        case 'XIRawKeyRelease':
          if (display.isOwnFake(event.seq, event.detail)) return;
          listener(toTransition(event.name === 'XIRawKeyPress', event.detail, event.time));
          break;
        case 'XIRawButtonPress':
        case 'XIRawButtonRelease':
          listener(toTransition(event.name === 'XIRawButtonPress', buttonCode(event.detail), event.time));
          break;
      }
    });
    return new RawInput(display, xinput);
  }

  /** Starts or stops listening. */
  watch(isWanted: boolean): void {
    if (isWanted === this.#isWatching) return;
    this.#isWatching = isWanted;
    const { RawKeyPress, RawKeyRelease, RawButtonPress, RawButtonRelease } = this.#xinput.EventMask;
    const mask = isWanted ? RawKeyPress | RawKeyRelease | RawButtonPress | RawButtonRelease : 0;
    this.#xinput.XISelectEvents(this.#display.root, [{ deviceId: this.#xinput.AllMasterDevices, mask }]);
  }

  /**
   * Resolves with the buttons that are down, in the numbering that programs see. (The core protocol knows only the
   * first five.)
   */
  async buttonsDown(): Promise<readonly number[]> {
    let down: readonly number[] = [];
    await this.snapshot((buttons) => {
      down = buttons;
    });
    return down;
  }

  /** Reports them synchronously with the server's reply. */
  async snapshot(listener: (buttons: readonly number[]) => void): Promise<void> {
    await this.#display.request<number[]>((done) => {
      const { client, root } = this.#display;
      const request = Buffer.alloc(12);
      request.writeUInt8(this.#xinput.majorOpcode, 0);
      request.writeUInt8(QUERY_POINTER, 1);
      request.writeUInt16LE(request.length / 4, 2);
      request.writeUInt32LE(root, 4);
      request.writeUInt16LE(MASTER_POINTER, 8);
      client.seq_num += 1;
      client.replies[client.seq_num] = [
        readButtons,
        (error, buttons) => {
          if (!error) listener(buttons);
          return done(error, buttons);
        },
      ];
      client.pack_stream.put(request);
      client.pack_stream.submit(true);
    });
  }
}

/** Parses the reply without its first 8 bytes: the mask's length in units of 4 bytes, and a bit for each button. */
function readButtons(reply: Buffer): number[] {
  const words = reply.readUInt16LE(26);
  const buttons: number[] = [];
  for (let button = 0; button < 32 * words; button += 1) {
    if (reply.readUInt8(48 + (button >> 3)) & (1 << (button & 7))) buttons.push(button);
  }
  return buttons;
}

function toTransition(isPress: boolean, keycode: number, time: number): KeyTransition {
  return { source: 'raw', type: isPress ? 'press' : 'release', keycode, modifiers: 0, time };
}
