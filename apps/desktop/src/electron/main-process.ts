import type { Clock } from '@workspace/speech/clock';
import type * as Electron from 'electron';
import { END_LIMIT_MS, type RunningApp, reasonOf } from '../app/lifetime.ts';
import type { ElectronLinks } from './links.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface MainProcessOptions {
  app: Pick<Electron.App, 'on' | 'requestSingleInstanceLock' | 'whenReady' | 'exit' | 'quit'>;
  powerMonitor: Pick<Electron.PowerMonitor, 'on'>;
  process: Pick<NodeJS.Process, 'on' | 'argv'>;
  clock: Clock;
  links: Pick<ElectronLinks, 'takeFrom'>;
  /** Starts the app's logic when Electron is ready. Rejects with an error that says what to do. */
  start(): Promise<RunningApp>;
  /** Tells the user why the app ends. Returns once dismissed. */
  report(reason: string): void;
}

/**
 * Runs Electron's main process, from claiming the single instance to the end. Resolves when the app runs, or is about
 * to end.
 */
export async function runMainProcess(options: MainProcessOptions): Promise<void> {
  const { app, links, powerMonitor, process } = options;
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const starting = Promise.withResolvers<RunningApp>();
  let running: RunningApp | undefined;
  let isEnding = false;

  /** Ends the app and everything it started, whatever its state. Only the first call counts. */
  async function end(exitCode: number, reason?: string): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    const cancelLimit = options.clock.schedule(END_LIMIT_MS, () => app.exit(exitCode));
    await Promise.allSettled([starting.promise.then((started) => started.close())]);
    if (reason !== undefined) {
      cancelLimit();
      options.report(reason);
    }
    app.exit(exitCode);
  }

  const endWith = (error: unknown) => void end(1, reasonOf(error));

  for (const signal of SIGNALS) process.on(signal, () => void end(0));
  process.on('uncaughtException', endWith);
  app.on('before-quit', (event) => {
    // Whatever must be saved is saved first; `exit` emits no further events.
    event.preventDefault();
    void end(0);
  });
  app.on('window-all-closed', () => {
    // Keep running: the menu bar stays.
  });
  app.on('activate', () => running?.openSettings());
  app.on('second-instance', (_event, programArguments) => {
    if (!links.takeFrom(programArguments)) running?.openSettings();
  });
  links.takeFrom(process.argv);

  await app.whenReady();
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    // This makes the system wait for the end; preventing only `before-quit` would count as refusing to shut down.
    event?.preventDefault();
    void end(0);
  });
  if (isEnding) {
    starting.reject(new Error('The app is ending.'));
    return;
  }
  options.start().then(starting.resolve, (error: unknown) => {
    starting.reject(error);
    endWith(error);
  });
  running = await starting.promise.catch(() => undefined);
}
