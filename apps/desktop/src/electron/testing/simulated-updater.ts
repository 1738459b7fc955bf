import { EventEmitter } from 'node:events';
import type { AutoUpdatesPorts } from '../auto-updates.ts';

/**
 * Mirrors electron-updater's `autoUpdater` on macOS, with the system's own behind it: a failure is both emitted and
 * rejected with; a version that is fetched counts only once the system's own has taken it (`acceptVersion`).
 */
export class SimulatedUpdater extends EventEmitter {
  autoDownload = true;
  autoInstallOnAppQuit = false;
  logger: unknown = console;
  requestHeaders: Record<string, string> | null = null;
  /** The version at the feed; undefined: no newer one. */
  newest: string | undefined;
  /** An app that was not installed can't be replaced. */
  isPackaged = true;
  feedFailure: Error | undefined;
  downloadFailure: Error | undefined;
  checks = 0;
  downloads = 0;
  /** Whether the app was ended for the newer version. */
  hasQuit = false;
  readonly #native = new EventEmitter();
  #isKnown = false;

  get ports(): AutoUpdatesPorts {
    return { updater: this, native: this.#native } as unknown as AutoUpdatesPorts;
  }

  async checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } } | null> {
    if (!this.isPackaged) return null;
    this.checks += 1;
    await Promise.resolve();
    if (this.feedFailure) throw this.#told(this.feedFailure);
    this.#isKnown = this.newest !== undefined;
    return { isUpdateAvailable: this.#isKnown, updateInfo: { version: this.newest ?? '0.5.5' } };
  }

  async downloadUpdate(): Promise<string[]> {
    if (!this.#isKnown) throw this.#told(new Error('Please check update first'));
    this.downloads += 1;
    await Promise.resolve();
    if (this.downloadFailure) throw this.#told(this.downloadFailure);
    return ['update.zip'];
  }

  quitAndInstall(): void {
    this.hasQuit = true;
  }

  /** The system's own updater has checked and unpacked what was fetched. */
  acceptVersion(): void {
    this.#native.emit('update-downloaded');
  }

  /** It does not take it, as where the signature is another's. */
  refuseVersion(): void {
    this.#told(new Error('Code signature did not pass validation'));
  }

  #told(failure: Error): Error {
    this.emit('error', failure);
    return failure;
  }
}
