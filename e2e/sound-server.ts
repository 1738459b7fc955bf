import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { endAfterTests } from './after-tests.ts';
import { samplesOf } from './audio-comparison.ts';
import { RunningProcess } from './child-processes.ts';
import { SAMPLE_RATE } from './recordings.ts';
import { scratchFolder } from './scratch-folder.ts';

const execute = promisify(execFile);
/** Silence between two sounds. */
const PAUSE_MS = 50;
/** A sound that fades out ends at this share of its loudness or less. */
const FADED = { ms: 4, share: 0.25 } as const;
const { PATH = '' } = process.env;

/** A sound between two silences. */
export interface Sound {
  /** It faded out, rather than being cut off. */
  hasFaded: boolean;
}

/** PulseAudio with null sinks, for the calling file's tests. */
export class SoundServer {
  /** The variables that programs need to find it. */
  readonly environment: { PULSE_SERVER: string; HOME: string; PATH: string; LC_ALL: string };

  private constructor(socket: string, home: string) {
    this.environment = { PULSE_SERVER: `unix:${socket}`, HOME: home, PATH, LC_ALL: 'C' };
  }

  /** Starts it with these sinks, the first of which is the default. */
  static async start(...sinks: readonly string[]): Promise<SoundServer> {
    const home = scratchFolder();
    const socket = join(home, 'socket');
    const modules = [
      `module-native-protocol-unix socket=${socket} auth-anonymous=1`,
      ...sinks.map((name) => `module-null-sink sink_name=${name}`),
    ];
    const args = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '--disable-shm=yes'];
    const running = RunningProcess.start('pulseaudio', [...args, ...modules.flatMap((module) => ['-L', module])], {
      env: { PATH, HOME: home, XDG_RUNTIME_DIR: home },
    });
    endAfterTests(async () => {
      running.signal('SIGTERM');
      await running.ended;
    });
    const server = new SoundServer(socket, home);
    const isReady = () =>
      server.pactl('set-default-sink', sinks[0]!).then(
        () => true,
        () => false,
      );
    await vi.waitUntil(isReady, { timeout: 300_000, interval: 50 });
    return server;
  }

  /** Runs pactl, as a user uses a mixer. Resolves with its output. */
  async pactl(...command: string[]): Promise<string> {
    const { stdout } = await execute('pactl', command, { env: this.environment });
    return stdout.trim();
  }

  async setMuted(sink: string, isMuted: boolean): Promise<void> {
    await this.pactl('set-sink-mute', sink, isMuted ? '1' : '0');
  }

  async isMuted(sink: string): Promise<boolean> {
    return (await this.pactl('get-sink-mute', sink)) === 'Mute: yes';
  }

  /** Records a sink's output from now on. Resolves with a function that returns the sounds that have ended. */
  async listen(sink: string): Promise<() => Sound[]> {
    const path = join(scratchFolder(), 'heard.raw');
    const format = ['--raw', '--format=s16le', `--rate=${SAMPLE_RATE}`, '--channels=1', '--latency-msec=20'];
    RunningProcess.start('parec', [`--device=${sink}.monitor`, ...format, path], { env: this.environment });
    const isRecording = () => existsSync(path) && statSync(path).size > 0;
    await vi.waitUntil(isRecording, { timeout: 300_000, interval: 50 });
    return () => soundsIn(samplesOf(readFileSync(path)));
  }

  volume(sink: string): Promise<string> {
    return this.pactl('get-sink-volume', sink);
  }
}

/** Sounds separated by pauses of at least `PAUSE_MS`, except for one that may still be playing. */
function soundsIn(samples: Float64Array): Sound[] {
  const sounds: Sound[] = [];
  const perMs = SAMPLE_RATE / 1_000;
  let start: number | undefined;
  let end = 0;
  for (let index = 0; index < samples.length; index += 1) {
    if (samples[index] !== 0) {
      start ??= index;
      end = index;
    } else if (start !== undefined && index - end >= PAUSE_MS * perMs) {
      const loudest = (from: number) =>
        samples.slice(from, end + 1).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      sounds.push({ hasFaded: loudest(end - FADED.ms * perMs) < FADED.share * loudest(start) });
      start = undefined;
    }
  }
  return sounds;
}
