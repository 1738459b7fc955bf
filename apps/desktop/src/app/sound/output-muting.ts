import type { Clock } from '@workspace/speech/clock';
import { z } from 'zod';
import type { SoundOutput } from '../platform.ts';
import { RetryLoop } from '../storage/retry-loop.ts';
import { type DocumentStore, SavedDocument } from '../storage/saved-document.ts';

/** The most devices remembered as muted. Only disconnected ones accumulate. */
const MAX_DEVICES = 20;
/** How often to check that what was muted still is: a user who unmutes it wants to hear it. */
export const LOOK_MS = 1_000;
/** When to retry unmuting if it failed. */
const RETRY = { retryMs: 1_000, maxRetryMs: 60_000 };

const mutedSchema = z.object({ version: z.literal(1), devices: z.array(z.string()).max(MAX_DEVICES) });
type Muted = z.infer<typeof mutedSchema>;
const NONE: Muted = { version: 1, devices: [] };

/** `not-muted`: it keeps playing. `not-unmuted`: it stays silent for now; unmuting is retried. */
export type MutingProblem = 'not-muted' | 'not-unmuted';

export interface OutputMutingPorts {
  clock: Clock;
  /** undefined if it can't be muted. */
  output: SoundOutput | undefined;
  /** Records which devices are muted, for the next start in case this run ends abruptly. */
  store: DocumentStore;
  /** Called once per kind of problem. */
  onProblem(problem: MutingProblem): void;
}

/**
 * Mutes the current sound output while recording, and unmutes it afterwards: only that device, and only if the app
 * muted it. A device is recorded before it is muted, so that the next start repairs a crash at any point. Only cues
 * wait for this.
 */
export class OutputMuting {
  readonly #ports: OutputMutingPorts;
  readonly #muted: SavedDocument<Muted>;
  readonly #loop: RetryLoop;
  readonly #reported = new Set<MutingProblem>();
  #isWanted = false;
  /** Whether muting has been tried since `begin`. */
  #isTried = false;
  /** Whether we may have muted something that should be heard again soon. */
  #isQuiet = false;
  #whenAudible: (() => void) | undefined;
  #cancelLook: (() => void) | undefined;

  private constructor(ports: OutputMutingPorts, muted: SavedDocument<Muted>) {
    this.#ports = ports;
    this.#muted = muted;
    this.#loop = new RetryLoop(ports.clock, RETRY, () => this.#step());
  }

  /** Opens the muting, and starts unmuting what an earlier run left muted. */
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

  /** Calls back once we have nothing muted, immediately if that's already so. A new call replaces one still waiting. */
  whenAudible(callback: () => void): void {
    if (this.#isQuiet) this.#whenAudible = callback;
    else callback();
  }

  /** Unmutes what is muted. Resolves once that is done or has failed. */
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

  /** Forgets devices that someone has unmuted. Disconnected ones stay recorded until they are back. */
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
