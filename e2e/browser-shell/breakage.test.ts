// Whatever breaks, the windows come back, or the shell says that they are gone; and nobody is left behind.
import { openBrowserShell } from '@workspace/desktop/browser/browser-shell';
import { describe, expect, test, vi } from 'vitest';
import { RunningProcess } from '../child-processes.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { LISTENING } from '../windows/listening-view.ts';
import { writeFixtureWindows } from './fixture-windows.ts';
import { chromiumProcesses, openShellSession } from './shell-session.ts';

const { x, shell, home, onLost } = await openShellSession();
const windows = ['hud', 'microphone'] as const;

/** Counts how often each window that is always there comes and goes. */
function listeners() {
  return windows.map((window) => {
    const listener = { onOpen: vi.fn(), onMessage: vi.fn(), onClose: vi.fn() };
    shell.windows.listen(window, listener);
    return listener;
  });
}

function kill(kind: string): void {
  for (const chromium of chromiumProcesses(home)) if (chromium.kind === kind) process.kill(chromium.pid, 'SIGKILL');
}

describe('When Chromium breaks', () => {
  test.each(['renderer', 'browser'])('the HUD and the microphone are there again: %s', async (kind) => {
    const terminal = await x.xdotool('getwindowfocus');
    const listening = listeners();
    await x.waitUntil(() => listening.every(({ onOpen }) => onOpen.mock.calls.length === 1));
    kill(kind);
    await x.waitUntil(() => listening.every(({ onClose }) => onClose.mock.calls.length === 1));
    await x.waitUntil(() => listening.every(({ onOpen }) => onOpen.mock.calls.length === 2));

    const [hud] = listening;
    shell.windows.send('hud', { type: 'view', view: { ...LISTENING, text: 'There again' } });
    shell.windows.showHud();
    await x.waitUntil(async () => {
      await x.xdotool('mousemove', '640', '682', 'click', '1');
      return hud!.onMessage.mock.calls.length > 0;
    });
    shell.windows.hideHud();
    expect(await x.xdotool('getwindowfocus')).toBe(terminal);
    expect(onLost).not.toHaveBeenCalled();
  });

  test('a Chromium that hangs is ended too', async () => {
    for (const { pid } of chromiumProcesses(home)) process.kill(pid, 'SIGSTOP');
    await shell.close();
    await x.waitUntil(() => chromiumProcesses(home).length === 0);
  });
});

test('Where no window manager runs the shell works too, and it says when the display goes', async () => {
  const server = RunningProcess.start('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    env: x.environment,
  });
  const display = await x.waitUntil(() => /^\d+(?=\n)/.exec(server.stdout)?.[0]);
  const folder = scratchFolder();
  const lost = vi.fn();
  const opened = await openBrowserShell({
    home: folder,
    windowsFolder: writeFixtureWindows(),
    display: `:${display}`,
    environment: x.environment,
    onLost: lost,
  });
  server.signal('SIGKILL');
  await x.waitUntil(() => lost.mock.calls.length > 0);
  expect(lost).toHaveBeenCalledExactlyOnceWith('The connection to the X display has ended.');
  await opened.close();
  await x.waitUntil(() => chromiumProcesses(folder).length === 0);
});
