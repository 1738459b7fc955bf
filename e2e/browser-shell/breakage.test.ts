// Whatever breaks, the windows come back, or the shell reports them as lost; and no process is left behind.
import { openLinuxPlatform } from '@workspace/desktop/browser/linux-platform';
import { describe, expect, test, vi } from 'vitest';
import { RunningProcess } from '../child-processes.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { LISTENING } from '../windows/listening-view.ts';
import { writeFixtureWindows } from './fixture-windows.ts';
import { chromiumProcesses, openShellSession } from './shell-session.ts';

/** The shell gives Chromium 20 s to start, and tries more than once: a test must not give up before it. */
const PATIENCE = { timeout: 300_000, interval: 50 };

const { x, shell, home, onLost } = await openShellSession();

/** Follows a window, and sends it a view whenever it reconnects, as the app does. */
function follow(window: 'hud' | 'microphone') {
  const listener = {
    onOpen: vi.fn(() => {
      if (window === 'hud') shell.windows.send('hud', { type: 'view', view: { ...LISTENING, text: 'There again' } });
    }),
    onMessage: vi.fn(),
  };
  shell.windows.listen(window, listener);
  return listener;
}

function kill(kind: string): void {
  for (const chromium of chromiumProcesses(home)) if (chromium.kind === kind) process.kill(chromium.pid, 'SIGKILL');
}

describe('If Chromium fails', () => {
  test.each(['renderer', 'browser'])('the HUD and the microphone recover from a killed %s process', async (kind) => {
    const terminal = await x.xdotool('getwindowfocus');
    const [hud, microphone] = [follow('hud'), follow('microphone')];
    await vi.waitFor(() => {
      expect(hud.onOpen).toHaveBeenCalled();
      expect(microphone.onOpen).toHaveBeenCalled();
    }, PATIENCE);
    for (const { onOpen } of [hud, microphone]) onOpen.mockClear();
    kill(kind);
    // Once or more often: a failed start may already have opened one of them. Their loss need not be reported before.
    await vi.waitFor(() => {
      expect(hud.onOpen).toHaveBeenCalled();
      expect(microphone.onOpen).toHaveBeenCalled();
    }, PATIENCE);

    shell.windows.showHud();
    await vi.waitFor(async () => {
      await x.xdotool('mousemove', '640', '682', 'click', '1');
      expect(hud.onMessage).toHaveBeenCalled();
    }, PATIENCE);
    shell.windows.hideHud();
    expect(await x.xdotool('getwindowfocus')).toBe(terminal);
    expect(onLost).not.toHaveBeenCalled();
  });

  test('it is killed on close even if it hangs', async () => {
    for (const { pid } of chromiumProcesses(home)) process.kill(pid, 'SIGSTOP');
    await shell.close();
    await x.waitUntil(() => chromiumProcesses(home).length === 0);
  });
});

test('The shell works without a window manager, and reports the loss of the display', async () => {
  const server = RunningProcess.start('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    env: x.environment,
  });
  const display = await x.waitUntil(() => /^\d+(?=\n)/.exec(server.stdout)?.[0]);
  const folder = scratchFolder();
  const lost = vi.fn();
  const opened = await openLinuxPlatform({
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
