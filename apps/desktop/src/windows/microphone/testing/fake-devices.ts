import type { ListedDevice } from '../capture-plan.ts';

export interface FakeDevice {
  kind: 'audioinput' | 'audiooutput';
  label: string;
}

/**
 * Sound devices behind the part of `MediaDevices` that is used, as Chromium on macOS presents them: each kind's default
 * is listed first, with an id and label of its own but in its device's group; an exact id that doesn't exist is an
 * `OverconstrainedError`; a track emits `ended` if its device ends it, not if it is stopped.
 */
export class FakeDevices implements Pick<MediaDevices, 'enumerateDevices' | 'getUserMedia'> {
  /** Every track that was ever handed out. */
  readonly tracks: FakeTrack[] = [];
  readonly constraints: MediaStreamConstraints[] = [];
  /** Error name of the next opening; undefined if it succeeds. */
  refusal: string | undefined;
  #devices: readonly FakeDevice[];

  /** The first device of each kind is the system's default. */
  constructor(...devices: FakeDevice[]) {
    this.#devices = devices;
  }

  /** Labels of the devices that are currently open. */
  get open(): string[] {
    return this.tracks.filter(({ readyState }) => readyState === 'live').map(({ label }) => label);
  }

  get listed(): ListedDevice[] {
    const defaults = (['audioinput', 'audiooutput'] as const).flatMap((kind) => {
      const device = this.#defaultOf(kind);
      return device ? [{ ...listed(device), deviceId: 'default', label: `Default - ${device.label}` }] : [];
    });
    return [...defaults, ...this.#devices.map(listed)];
  }

  /** Removes a device. Its open tracks end. */
  unplug(label: string): void {
    this.#devices = this.#devices.filter((device) => device.label !== label);
    for (const track of this.tracks) if (track.label === label) track.lose();
  }

  /** Adds a device, which becomes the default. */
  plugIn(device: FakeDevice): void {
    this.#devices = [device, ...this.#devices];
  }

  async enumerateDevices(): Promise<MediaDeviceInfo[]> {
    return this.listed.map((device) => ({ ...device, toJSON: () => device }));
  }

  async getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream> {
    this.constraints.push(constraints);
    const { refusal } = this;
    this.refusal = undefined;
    if (refusal) throw new DOMException('', refusal);
    const { deviceId } = constraints.audio as { deviceId?: { exact: string } };
    const device = deviceId
      ? this.#devices.find((one) => one.kind === 'audioinput' && listed(one).deviceId === deviceId.exact)
      : this.#defaultOf('audioinput');
    if (!device) throw new DOMException('', deviceId ? 'OverconstrainedError' : 'NotFoundError');
    const track = new FakeTrack(device);
    this.tracks.push(track);
    const tracks = () => [track] as unknown as MediaStreamTrack[];
    return { getTracks: tracks, getAudioTracks: tracks } as unknown as MediaStream;
  }

  #defaultOf(kind: FakeDevice['kind']): FakeDevice | undefined {
    return this.#devices.find((device) => device.kind === kind);
  }
}

/** The part of a `MediaStreamTrack` that is used. */
class FakeTrack {
  readonly label: string;
  readyState: MediaStreamTrackState = 'live';
  onended: (() => void) | null = null;

  constructor({ label }: FakeDevice) {
    this.label = label;
  }

  getSettings(): MediaTrackSettings {
    return { groupId: groupOf(this.label) };
  }

  stop(): void {
    this.readyState = 'ended';
  }

  lose(): void {
    if (this.readyState === 'ended') return;
    this.readyState = 'ended';
    this.onended?.();
  }
}

function listed({ kind, label }: FakeDevice): ListedDevice {
  return { kind, label, deviceId: `id of ${kind} ${label}`, groupId: groupOf(label) };
}

function groupOf(label: string): string {
  return `group of ${label}`;
}
