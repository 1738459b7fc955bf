import { spawnSync } from 'node:child_process';
import { openLinuxPlatform } from '@workspace/desktop/browser/linux-platform';
import { vi } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { XSession } from '../x11/x-session.ts';
import { writeFixtureWindows } from './fixture-windows.ts';

export interface ShellSession {
  x: XSession;
  shell: Awaited<ReturnType<typeof openLinuxPlatform>>;
  /** The shell's data folder. */
  home: string;
  onLost: (reason: string) => void;
}

/** A display with a focused xterm, and a shell opened on it, for the calling file's tests. */
export async function openShellSession(fakeMicrophone?: string): Promise<ShellSession> {
  const x = await XSession.start();
  // As large as the screen, so that clicks next to the HUD don't take its focus.
  x.startProgram('xterm', '-geometry', '220x70+0+0');
  await x.focusWindow({ class: 'xterm' });
  const home = scratchFolder();
  const onLost = vi.fn<(reason: string) => void>();
  const shell = await openLinuxPlatform({
    home,
    windowsFolder: writeFixtureWindows(),
    display: x.display,
    environment: { ...process.env, ...x.environment },
    fakeMicrophone,
    onLost,
  });
  endAfterTests(() => shell.close());
  return { x, shell, home, onLost };
}

/** The process ids of the Chromium started by a shell with this folder, by kind: `browser`, `renderer` and others. */
export function chromiumProcesses(home: string): { pid: number; kind: string }[] {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, args = ''] = /^ *(\d+) (.*)$/.exec(line) ?? [];
    if (!args.includes(`--user-data-dir=${home}/`)) return [];
    return [{ pid: Number(pid), kind: /--type=(\S+)/.exec(args)?.[1] ?? 'browser' }];
  });
}
