import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Programs by name and files by path, each with the Debian and Ubuntu package that provides it. */
type Programs = Readonly<Record<string, string>>;

/** What the tests need from the system. */
const PROGRAMS: Programs = {
  caddy: 'caddy',
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  'dbus-daemon': 'dbus-daemon',
  'espeak-ng': 'espeak-ng',
  nginx: 'nginx-light',
  openbox: 'openbox',
  pactl: 'pulseaudio-utils',
  ps: 'procps',
  pulseaudio: 'pulseaudio',
  psql: 'postgresql-client',
  setxkbmap: 'x11-xkb-utils',
  sox: 'sox',
  strace: 'strace',
  xclip: 'xclip',
  xdotool: 'xdotool',
  xprop: 'x11-utils',
  xterm: 'xterm',
  xmodmap: 'x11-xserver-utils',
  xorriso: 'xorriso',
  xset: 'x11-xserver-utils',
  Xvfb: 'xvfb',
  zenity: 'zenity',
  '/usr/libexec/at-spi-bus-launcher': 'at-spi2-core',
  // Real human speech, with transcripts.
  '/usr/share/pocketsphinx/test/data/librivox/transcription': 'pocketsphinx-testdata',
};

/**
 * Installs the missing packages if possible: as root, on Debian or Ubuntu. Elsewhere prints one line with what to
 * install. Resolves with whether everything is installed.
 *
 * @param further packages needed besides those of the tests
 */
export async function ensureSystemPackages(further: Programs = {}): Promise<boolean> {
  // Debian installs servers here, which is not in many users' PATH. Also applies to child processes.
  const { PATH = '' } = process.env;
  Object.assign(process.env, { PATH: [PATH, '/usr/sbin'].join(delimiter) });
  return ensurePrograms({ ...PROGRAMS, ...further });
}

/** Like `ensureSystemPackages`, but for these programs only. */
export async function ensurePrograms(programs: Programs): Promise<boolean> {
  const missing = missingPackages(programs);
  if (missing.length === 0) return true;
  const command = `apt-get install ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !isInstalled('apt-get')) {
    console.error(`Some programs are missing. On Debian or Ubuntu: sudo ${command}`);
    return false;
  }
  console.log(`Installing ${missing.join(', ')}…`);
  await apt('update');
  if ((await apt('install', ...missing)) !== 0) console.error(`Couldn't install the packages. Try: ${command}`);
  return missingPackages(programs).length === 0;
}

/** Runs apt-get non-interactively. Resolves with its exit code. */
async function apt(...args: string[]): Promise<number | null> {
  const running = spawn('apt-get', ['-qq', '--yes', '--no-install-recommends', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const [code] = await once(running, 'exit');
  return code;
}

function missingPackages(programs: Programs): string[] {
  const missing = Object.entries(programs).filter(([program]) => !isInstalled(program));
  return [...new Set(missing.map(([, name]) => name))];
}

function isInstalled(program: string): boolean {
  if (isAbsolute(program)) return existsSync(program);
  const { PATH = '' } = process.env;
  return PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
