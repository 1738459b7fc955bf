import { EventEmitter } from 'node:events';
import type { AutoUpdatesPorts } from '../auto-updates.ts';

/**
 * Mirrors electron-updater's `autoUpdater` on macOS, with Electron's own behind it (`AutoUpdater` in electron.d.ts).
 * Based on the installed electron-updater, `out/AppUpdater.js` and `out/MacUpdater.js`. `autoDownload` isn't modeled:
 * the app sets it to false.
 */
export class FakeUpdater extends EventEmitter {
  autoDownload = true;
  autoInstallOnAppQuit = false;
  allowDowngrade = false;
  /** As in `os.release()`. */
  kernel = '24.5.0';
  logger: unknown = console;
  requestHeaders: Record<string, string> | null = null;
  /** The feed's version; undefined if there is no newer one. */
  newest: string | undefined;
  /** `isUpdaterActive`: an app that isn't packaged isn't updated. */
  isPackaged = true;
  feedFailure: Error | undefined;
  downloadFailure: Error | undefined;
  checks = 0;
  downloads = 0;
  /** Whether the app has quit for the newer version. */
  hasQuit = false;
  readonly #native = new EventEmitter();
  #isKnown = false;
  #isTaken = false;
  #channel: string | null = null;

  constructor() {
    super();
    // AppUpdater listens for errors itself, to log them, so an error without other listeners doesn't throw.
    this.on('error', () => {});
  }

  get ports(): AutoUpdatesPorts {
    return { updater: this, native: this.#native, kernel: this.kernel } as unknown as AutoUpdatesPorts;
  }

  get channel(): string | null {
    return this.#channel;
  }

  /** Setting one also allows older versions, according to the setter's own description. */
  set channel(channel: string | null) {
    this.#channel = channel;
    this.allowDowngrade = true;
  }

  /** Resolves with null if the app is not packaged. Failures are both emitted and rejected with. */
  async checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } } | null> {
    if (!this.isPackaged) return null;
    this.checks += 1;
    await Promise.resolve();
    if (this.feedFailure) throw this.#emitError(this.feedFailure);
    const isUpdateAvailable = this.newest !== undefined;
    this.#isKnown ||= isUpdateAvailable;
    return { isUpdateAvailable, updateInfo: { version: this.newest ?? '0.5.5' } };
  }

  /** Fails unless a newer version was found before. Resolves with the paths of the downloaded files. */
  async downloadUpdate(): Promise<string[]> {
    if (!this.#isKnown) throw this.#emitError(new Error('Please check update first'));
    this.downloads += 1;
    await Promise.resolve();
    if (this.downloadFailure) throw this.#emitError(this.downloadFailure);
    return ['update.zip'];
  }

  /** Quits the app for the newer version once Electron's own updater has it, which may be later. */
  quitAndInstall(): void {
    if (this.#isTaken) this.hasQuit = true;
    else this.#native.once('update-downloaded', () => this.quitAndInstall());
  }

  /** Electron's own updater has checked and unpacked the download: `AutoUpdater`, `update-downloaded`. */
  acceptVersion(): void {
    this.#isTaken = true;
    this.#native.emit('update-downloaded');
  }

  /** It refuses the download, as for a foreign signature. The wording: Squirrel.Mac's source, `SQRLCodeSignature.m`. */
  refuseVersion(): void {
    this.#emitError(
      new Error(
        'Code signature at URL file:///update/Saykey.app/ did not pass validation: code failed to satisfy specified code requirement(s)',
      ),
    );
  }

  #emitError(failure: Error): Error {
    this.emit('error', failure);
    return failure;
  }
}
