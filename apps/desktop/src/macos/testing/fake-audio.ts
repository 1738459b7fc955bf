import type { FakeClock } from '@workspace/speech/testing/fake-clock';
import type { AudioPropertyAddress, NativeFunctions } from '../native-functions.ts';
import type { CoreObjects } from './core-objects.ts';

/** CoreAudio/AudioHardwareBase.h: `kAudioHardwareUnknownPropertyError`, `kAudioHardwareBadObjectError`, `…BadPropertySizeError`. */
const UNKNOWN_PROPERTY = 0x77_68_6f_3f;
const BAD_OBJECT = 0x21_6f_62_6a;
const BAD_SIZE = 0x21_73_69_7a;
/** `kAudioObjectSystemObject`. */
const SYSTEM = 1;

export interface FakeDevice {
  uid: string;
  /** undefined: the device has no mute. */
  mute: boolean | undefined;
  isMuteSettable: boolean;
}

type AudioFunctions = Pick<
  NativeFunctions,
  | 'AudioObjectHasProperty'
  | 'AudioObjectIsPropertySettable'
  | 'AudioObjectGetPropertyData'
  | 'AudioObjectSetPropertyData'
>;

/**
 * A Mac's output devices. According to CoreAudio/AudioHardware.h: properties go by selector, scope and element; a
 * change takes effect later ("Overview"); a UID without a device gives `kAudioObjectUnknown`, which is 0, and no error
 * (`kAudioHardwarePropertyTranslateUIDToDevice`); the caller releases UIDs. How much later a change takes effect is
 * assumed.
 */
export class FakeAudio {
  readonly devices: FakeDevice[] = [{ uid: 'BuiltInSpeakerDevice', mute: false, isMuteSettable: true }];
  default: FakeDevice | undefined = this.devices[0];
  changeMs = 10;
  readonly functions: AudioFunctions;

  constructor(objects: CoreObjects, clock: FakeClock) {
    const deviceOf = (object: number) => this.devices[object - SYSTEM - 1];
    const objectOf = (device: FakeDevice | undefined) =>
      device === undefined || !this.devices.includes(device) ? 0 : this.devices.indexOf(device) + SYSTEM + 1;
    const muteOf = (object: number, property: AudioPropertyAddress) =>
      nameOf(property) === 'mute outp' ? deviceOf(object)?.mute : undefined;
    this.functions = {
      AudioObjectHasProperty: (object, property) => muteOf(object, property) !== undefined,
      AudioObjectIsPropertySettable: (object, property, place) => {
        if (muteOf(object, property) === undefined) return UNKNOWN_PROPERTY;
        place[0] = deviceOf(object)!.isMuteSettable ? 1 : 0;
        return 0;
      },
      AudioObjectGetPropertyData: (object, property, qualifierSize, qualifier, size, data) => {
        const give = (value: number | bigint) => {
          if (size[0] !== data.BYTES_PER_ELEMENT) return BAD_SIZE;
          data[0] = value;
          return 0;
        };
        switch (nameOf(property)) {
          case 'dOut glob':
            return object === SYSTEM ? give(objectOf(this.default)) : UNKNOWN_PROPERTY;
          case 'uidd glob': {
            if (object !== SYSTEM) return UNKNOWN_PROPERTY;
            if (qualifierSize !== 8 || qualifier === null) return BAD_SIZE;
            const uid = objects.value<string>(qualifier[0]!, 'string');
            return give(objectOf(this.devices.find((device) => device.uid === uid)));
          }
          case 'uid  glob': {
            const device = deviceOf(object);
            return device ? give(objects.create('string', device.uid)) : BAD_OBJECT;
          }
          default: {
            const mute = muteOf(object, property);
            return mute === undefined ? UNKNOWN_PROPERTY : give(mute ? 1 : 0);
          }
        }
      },
      AudioObjectSetPropertyData: (object, property, _qualifierSize, _qualifier, _size, data) => {
        if (muteOf(object, property) === undefined) return UNKNOWN_PROPERTY;
        const device = deviceOf(object)!;
        clock.schedule(this.changeMs, () => {
          device.mute = data[0] !== 0;
        });
        return 0;
      },
    };
  }
}

function nameOf({ mSelector, mScope }: AudioPropertyAddress): string {
  const characters = Buffer.alloc(8);
  characters.writeUInt32BE(mSelector);
  characters.writeUInt32BE(mScope, 4);
  return `${characters.toString('latin1', 0, 4)} ${characters.toString('latin1', 4)}`;
}
