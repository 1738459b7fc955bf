import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { SoundOutput } from '../app/platform.ts';
import { findProgram } from './find-program.ts';

const execute = promisify(execFile);

/** A command takes some milliseconds; a sound server that hangs is not waited for. */
const LIMIT_MS = 2_000;
/** pactl's messages, in English, for a missing sound server and a missing sink. */
const NOBODY_THERE = /^(Connection failure|pa_context_connect\(\) failed)\b/m;
const NO_SUCH_SINK = /\bNo such entity\b/;

/**
 * The sinks of PulseAudio, or of PipeWire, which speaks its protocol, through `pactl` (decision 50). Without a sound
 * server there is nothing to mute.
 */
export class PulseOutput implements SoundOutput {
  readonly #program: string;
  readonly #environment: Readonly<Record<string, string>>;

  private constructor(program: string, environment: Readonly<Record<string, string>>) {
    this.#program = program;
    this.#environment = { ...environment, LC_ALL: 'C' };
  }

  /** Finds `pactl` in the PATH of an environment, which also locates the sound server; undefined if it isn't there. */
  static async find(environment: Readonly<Record<string, string>>): Promise<PulseOutput | undefined> {
    const { PATH: folders = '' } = environment;
    const program = await findProgram(folders, ['pactl']);
    return program === undefined ? undefined : new PulseOutput(program, environment);
  }

  async current(): Promise<string | undefined> {
    const name = (await this.#ask('get-default-sink'))?.trim();
    return name === '' || name === '(null)' ? undefined : name;
  }

  async isMuted(device: string): Promise<boolean | undefined> {
    const answer = await this.#ask('get-sink-mute', device);
    return answer === undefined ? undefined : answer.trim() === 'Mute: yes';
  }

  async setMuted(device: string, isMuted: boolean): Promise<void> {
    await this.#ask('set-sink-mute', device, isMuted ? '1' : '0');
  }

  /** Resolves with undefined if the server or the sink isn't there. */
  async #ask(...command: string[]): Promise<string | undefined> {
    const options = { env: this.#environment, timeout: LIMIT_MS, killSignal: 'SIGKILL' } as const;
    try {
      const { stdout } = await execute(this.#program, command, options);
      return stdout;
    } catch (error) {
      const words = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
      if (NOBODY_THERE.test(words) || NO_SUCH_SINK.test(words)) return undefined;
      throw error;
    }
  }
}
