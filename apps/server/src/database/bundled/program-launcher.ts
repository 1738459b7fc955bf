import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { BundledDatabaseError } from './bundled-database-error.ts';

export interface UserIds {
  uid: number;
  gid: number;
}

export interface RunOptions {
  /** What the program reads from stdin. */
  input?: string;
  /** Aborted to end the program immediately, with everything it started. */
  stopping?: AbortSignal | undefined;
}

export interface ProgramRun {
  /** As a shell reports it; null if a signal ended the program. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Nothing from our own environment, which holds secrets. Messages in English. */
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/** Asks the system to end a program when this process ends, however that ends. It works without being root too. */
const TIED_TO_US = ['--no-new-privs', '--pdeathsig=INT'];

/**
 * Capabilities that let a user enter other users' folders, the weaker one first, with their bits in the kernel's sets.
 */
const FOLDER_CAPABILITIES = [
  { name: 'dac_read_search', bit: 2n },
  { name: 'dac_override', bit: 1n },
];

/**
 * Starts PostgreSQL's programs. Root starts them as another user, since they refuse to run as root. If the system
 * supports it, they are interrupted when this process ends, even if it is killed. The system ties them to the thread
 * that starts them: call it from the main thread.
 */
export class ProgramLauncher {
  /** The user that the programs run as and that must own their files; undefined: the user of this process. */
  readonly owner: UserIds | undefined;
  readonly #prefix: readonly string[];

  private constructor(prefix: readonly string[], owner?: UserIds) {
    this.#prefix = prefix;
    this.owner = owner;
  }

  /**
   * Finds the way that needs the fewest rights, and tries it.
   *
   * @param owner the other user, if this process is root
   * @param program a program that must be executable
   * @param folder a folder that must be accessible
   * @throws BundledDatabaseError if root can't start programs as that user
   */
  static async find(owner: UserIds | undefined, program: string, folder: string): Promise<ProgramLauncher> {
    const isUsable = async (candidate: ProgramLauncher) =>
      (await candidate.run('test', ['-x', program, '-a', '-x', folder]).catch(() => undefined))?.exitCode === 0;
    for (const flags of owner ? await waysToBecome(owner) : [[]]) {
      const candidate = new ProgramLauncher(['setpriv', ...flags, ...TIED_TO_US], owner);
      if (await isUsable(candidate)) return candidate;
    }
    if (!owner) return new ProgramLauncher([]);
    throw new BundledDatabaseError(
      `PostgreSQL does not run as root, and its programs can't be started as user ${owner.uid} by setpriv (of util-linux) with access to ${program} and ${folder}. Start the server as an ordinary user, or set DATABASE_URL to a database that runs elsewhere.`,
    );
  }

  /** Starts a program in its own session: a terminal's Ctrl-C doesn't reach it. */
  spawn(program: string, args: readonly string[]): ChildProcess {
    const [command, ...rest] = [...this.#prefix, program, ...args];
    return spawn(command!, rest, { env: ENVIRONMENT, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  }

  /** Runs a program to completion. Rejects if it can't be started, and with the reason of `stopping`. */
  async run(program: string, args: readonly string[], { input = '', stopping }: RunOptions = {}): Promise<ProgramRun> {
    stopping?.throwIfAborted();
    const child = this.spawn(program, args);
    const end = () => endGroup(child);
    stopping?.addEventListener('abort', end, { once: true });
    // The program may end without having read everything.
    child.stdin!.on('error', () => {});
    child.stdin!.end(input);
    const exit = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    try {
      const [exitCode, stdout, stderr] = await Promise.all([exit, text(child.stdout!), text(child.stderr!)]);
      stopping?.throwIfAborted();
      return { exitCode, stdout, stderr };
    } finally {
      stopping?.removeEventListener('abort', end);
    }
  }
}

/** Ends a program and everything it started: they are one process group. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended meanwhile.
  }
}

/** Returns flags for `setpriv`, those that give the fewest rights first. */
async function waysToBecome({ uid, gid }: UserIds): Promise<string[][]> {
  const asUser = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const held = await effectiveCapabilities();
  const capabilities = FOLDER_CAPABILITIES.filter(({ bit }) => (held >> bit) & 1n);
  return [asUser, ...capabilities.map(({ name }) => [...asUser, ...keeping(name)])];
}

/** Returns the flags that keep a capability. Without `no_setuid_fixup` it would be lost with root's user id. */
function keeping(capability: string): string[] {
  return [
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    `--bounding-set=-all,+${capability}`,
  ];
}

async function effectiveCapabilities(): Promise<bigint> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  return BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
}
