import type { Clock } from '@workspace/speech/clock';
import { z } from 'zod';
import type { SoundOutput } from '../platform.ts';
import { RetryLoop } from '../storage/retry-loop.ts';
import { type DocumentStore, SavedDocument } from '../storage/saved-document.ts';

/** Devices that are muted and not there at the moment, at most. */
const MAX_DEVICES = 20;
/** How often to check that what was muted still is: a user who unmutes it wants to hear it. */
export const LOOK_MS = 1_000;
/** When unmuting is tried again if it failed. */
const RETRY = { retryMs: 1_000, maxRetryMs: 60_000 };

const mutedSchema = z.object({ version: z.literal(1), devices: z.array(z.string()).max(MAX_DEVICES) });
type Muted = z.infer<typeof mutedSchema>;
const NONE: Muted = { version: 1, devices: [] };

/** `not-muted`: it goes on sounding. `not-unmuted`: it stays silent for now, and is tried again. */
export type MutingProblem = 'not-muted' | 'not-unmuted';

export interface OutputMutingPorts {
  clock: Clock;
  /** undefined if it can't be muted. */
  output: SoundOutput | undefined;
  /** Where it is noted what is muted, for the next start in case this one ends without a word. */
  store: DocumentStore;
  /** Called once per kind. */
  onProblem(problem: MutingProblem): void;
}

/**
 * Mutes what sound comes out of while recording, and unmutes it afterwards: that device alone, and only what it has muted
 * itself. A device is noted before it is muted, so that a crash at any moment is repaired at the next start. Nothing waits
 * for it but cues.
 */
export class OutputMuting {
  readonly #ports: OutputMutingPorts;
  readonly #muted: SavedDocument<Muted>;
  readonly #loop: RetryLoop;
  readonly #reported = new Set<MutingProblem>();
  #isWanted = false;
  /** Whether muting has been tried since it was wanted. */
  #isTried = false;
  /** Whether something may be muted by us that is to be heard again soon. */
  #isQuiet = false;
  #whenAudible: (() => void) | undefined;
  #cancelLook: (() => void) | undefined;

  private constructor(ports: OutputMutingPorts, muted: SavedDocument<Muted>) {
    this.#ports = ports;
    this.#muted = muted;
    this.#loop = new RetryLoop(ports.clock, RETRY, () => this.#step());
  }

  /** Begins to unmute what an earlier run has left muted. */
  static async open(ports: OutputMutingPorts): Promise<OutputMuting> {
    const read = (stored: unknown) => {
      const { data } = mutedSchema.safeParse(stored);
      return { value: data ?? NONE, isIntact: stored === undefined || data !== undefined };
    };
    const muting = new OutputMuting(ports, await SavedDocument.open(ports.store, ports.clock, read));
    if (muting.#devices.length > 0) muting.#request();
    return muting;
  }

  /** Mutes until `end`. */
  begin(): void {
    this.#isWanted = true;
    this.#isQuiet = true;
    this.#request();
  }

  /** Unmutes what `begin` has muted. */
  end(): void {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    this.#request();
  }

  /** Calls back when nothing is muted by us, at once if that is so. The last call replaces one that still waits. */
  whenAudible(callback: () => void): void {
    if (this.#isQuiet) this.#whenAudible = callback;
    else callback();
  }

  /** Unmutes what is muted. Resolves when that is done or has failed. */
  async close(): Promise<void> {
    this.end();
    await this.#loop.flush();
    this.#loop.stop();
    this.#muted.close();
  }

  get #devices(): readonly string[] {
    return this.#muted.value.devices;
  }

  #request(): void {
    this.#cancelLook?.();
    if (this.#ports.output) this.#loop.requestNow();
    else this.#handleAudible();
  }

  async #step(): Promise<void> {
    const { output } = this.#ports;
    if (!output) return;
    if (!this.#isWanted) await this.#unmute(output);
    else if (this.#isTried) await this.#review(output, false).catch(() => {});
    else await this.#mute(output);
    if (!this.#isWanted || this.#devices.length === 0) return;
    this.#cancelLook = this.#ports.clock.schedule(LOOK_MS, () => this.#loop.request());
  }

  async #mute(output: SoundOutput): Promise<void> {
    this.#isTried = true;
    try {
      const device = await output.current();
      if (device === undefined || (await output.isMuted(device)) !== false) return;
      const before = this.#devices;
      await this.#save([...new Set([...before, device])].slice(-MAX_DEVICES));
      const { saveProblem } = this.#muted;
      if (saveProblem !== null) {
        // It might stay muted for good.
        this.#muted.set({ version: 1, devices: [...before] });
        throw new Error(saveProblem);
      }
      if (this.#isWanted) await output.setMuted(device, true);
    } catch {
      this.#report('not-muted');
    }
  }

  async #unmute(output: SoundOutput): Promise<void> {
    this.#isTried = false;
    try {
      await this.#review(output, true);
    } catch (error) {
      this.#report('not-unmuted');
      throw error;
    } finally {
      if (!this.#isWanted) this.#handleAudible();
    }
  }

  /** Forgets devices that somebody has unmuted. What is not there stays noted until it is there again. */
  async #review(output: SoundOutput, mayUnmute: boolean): Promise<void> {
    for (const device of this.#devices) {
      const isMuted = await output.isMuted(device);
      if (isMuted === undefined || (isMuted && !mayUnmute)) continue;
      if (isMuted) await output.setMuted(device, false);
      await this.#save(this.#devices.filter((other) => other !== device));
    }
  }

  async #save(devices: string[]): Promise<void> {
    this.#muted.set({ version: 1, devices });
    await this.#muted.flush();
  }

  #handleAudible(): void {
    this.#isQuiet = false;
    const callback = this.#whenAudible;
    this.#whenAudible = undefined;
    callback?.();
  }

  #report(problem: MutingProblem): void {
    if (this.#reported.has(problem)) return;
    this.#reported.add(problem);
    this.#ports.onProblem(problem);
  }
}
