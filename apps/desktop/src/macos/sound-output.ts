import { type Clock, sleep } from '@workspace/speech/clock';
import type { SoundOutput } from '../app/platform.ts';
import type { CoreFoundation } from './core-foundation.ts';
import type { Address, AudioPropertyAddress, NativeFunctions } from './native-functions.ts';
import { SOUND_OUTPUT } from './tuning.ts';

/**
 * `kAudioObjectUnknown`, `kAudioObjectSystemObject` and `kAudioObjectPropertyElementMain`, from
 * `CoreAudio/AudioHardware(Base).h`.
 */
const NO_OBJECT = 0;
const SYSTEM = 1;
const MAIN_ELEMENT = 0;
const UINT32_BYTES = 4;
const POINTER_BYTES = 8;

/** From `CoreAudio/AudioHardware.h` and `AudioHardwareBase.h`. */
const DEFAULT_OUTPUT = address('dOut', 'glob');
const DEVICE_OF_UID = address('uidd', 'glob');
const DEVICE_UID = address('uid ', 'glob');
const MUTE = address('mute', 'outp');

/** Core Audio reported an error. */
class CoreAudioError extends Error {
  override readonly name = 'CoreAudioError';

  constructor(status: number) {
    super(`Core Audio answered with status ${status}.`);
  }
}

/**
 * Output devices by their UIDs, which survive restarts (`kAudioDevicePropertyDeviceUID`). Devices whose mute can't be
 * set, such as many displays, are left alone: their volume is the user's.
 */
export class CoreAudioOutput implements SoundOutput {
  readonly #native: NativeFunctions;
  readonly #foundation: CoreFoundation;
  readonly #clock: Clock;

  constructor(native: NativeFunctions, foundation: CoreFoundation, clock: Clock) {
    this.#native = native;
    this.#foundation = foundation;
    this.#clock = clock;
  }

  async current(): Promise<string | undefined> {
    const device = this.#readNumber(SYSTEM, DEFAULT_OUTPUT);
    return device === NO_OBJECT ? undefined : this.#uidOf(device);
  }

  async isMuted(uid: string): Promise<boolean | undefined> {
    const device = this.#find(uid);
    return device === undefined ? undefined : this.#readNumber(device, MUTE) !== 0;
  }

  async setMuted(uid: string, isMuted: boolean): Promise<void> {
    const device = this.#find(uid);
    if (device === undefined) return;
    const value = Uint32Array.of(isMuted ? 1 : 0);
    check(this.#native.AudioObjectSetPropertyData(device, MUTE, 0, null, UINT32_BYTES, value));
    // A change takes effect a little later (AudioHardware.h, "Overview"). Until then, the old state would be read.
    for (let waitedMs = 0; waitedMs < SOUND_OUTPUT.changeMs; waitedMs += SOUND_OUTPUT.lookMs) {
      if ((await this.isMuted(uid)) !== !isMuted) return;
      await sleep(this.#clock, SOUND_OUTPUT.lookMs);
    }
    throw new Error('The device did not accept the change.');
  }

  /** Finds a device that exists and can be muted. */
  #find(uid: string): number | undefined {
    const device = this.#foundation.using(this.#foundation.createString(uid), (name) =>
      this.#readNumber(SYSTEM, DEVICE_OF_UID, name),
    );
    if (device === NO_OBJECT || !this.#native.AudioObjectHasProperty(device, MUTE)) return undefined;
    const isSettable: [number] = [0];
    check(this.#native.AudioObjectIsPropertySettable(device, MUTE, isSettable));
    return isSettable[0] === 0 ? undefined : device;
  }

  #readNumber(object: number, property: AudioPropertyAddress, qualifier?: Address): number {
    const value = new Uint32Array(1);
    const size: [number] = [UINT32_BYTES];
    const given = qualifier === undefined ? null : BigUint64Array.of(qualifier);
    const givenBytes = given === null ? 0 : POINTER_BYTES;
    check(this.#native.AudioObjectGetPropertyData(object, property, givenBytes, given, size, value));
    return value[0]!;
  }

  /** "The caller is responsible for releasing" it: `AudioHardwareBase.h`. */
  #uidOf(device: number): string | undefined {
    const place = new BigUint64Array(1);
    check(this.#native.AudioObjectGetPropertyData(device, DEVICE_UID, 0, null, [POINTER_BYTES], place));
    return this.#foundation.using(place[0]!, (uid) => this.#foundation.readString(uid));
  }
}

function check(status: number): void {
  if (status !== 0) throw new CoreAudioError(status);
}

/** Selector and scope are four characters each, the first one in the highest byte. */
function address(selector: string, scope: string): AudioPropertyAddress {
  return { mSelector: codeOf(selector), mScope: codeOf(scope), mElement: MAIN_ELEMENT };
}

function codeOf(characters: string): number {
  return Buffer.from(characters, 'latin1').readUInt32BE();
}
