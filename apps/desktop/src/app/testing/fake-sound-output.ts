import type { SoundOutput } from '../platform.ts';

/** Loudspeakers and headphones. Before each read, the test can do something. */
export class FakeSoundOutput implements SoundOutput {
  /** The connected devices, with who muted each. */
  readonly mutedBy = new Map<string, 'app' | 'user' | null>([['loudspeaker', null]]);
  default: string | undefined = 'loudspeaker';
  /** The error every call fails with. */
  failure: Error | undefined;
  /** The calls, in order. */
  readonly calls: string[] = [];
  /**
   * Awaited before each call except `setMuted`, so that nothing comes between a read and the change that follows it.
   */
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
