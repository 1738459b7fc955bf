import type { SoundOutput } from '../platform.ts';

/** Loudspeakers and headphones. Each call first lets the test do something. */
export class FakeSoundOutput implements SoundOutput {
  /** Those that are there, and who has muted them last. */
  readonly mutedBy = new Map<string, 'app' | 'user' | null>([['loudspeaker', null]]);
  default: string | undefined = 'loudspeaker';
  /** What every call fails with. */
  failure: Error | undefined;
  /** What was asked for, in its order. */
  readonly calls: string[] = [];
  /** Comes before each call but the one that changes something: who looks and acts does so without a pause. */
  beforeCall: () => Promise<void> = async () => {};

  async current(): Promise<string | undefined> {
    await this.#begin('current');
    return this.default;
  }

  async isMuted(device: string): Promise<boolean | undefined> {
    await this.#begin(`look at ${device}`);
    const muter = this.mutedBy.get(device);
    return muter === undefined ? undefined : muter !== null;
  }

  async setMuted(device: string, isMuted: boolean): Promise<void> {
    if (this.failure) throw this.failure;
    this.calls.push(`${isMuted ? 'mute' : 'unmute'} ${device}`);
    if (this.mutedBy.has(device)) this.mutedBy.set(device, isMuted ? 'app' : null);
  }

  async #begin(call: string): Promise<void> {
    await this.beforeCall();
    if (this.failure) throw this.failure;
    this.calls.push(call);
  }
}
