import type * as Electron from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { Updates } from '../app/platform.ts';
import type { UpdateState } from '../ipc/system-messages.ts';
import { channelFor } from './release-line.ts';

/** Sent with every request by electron-updater: an id of this installation. Nobody needs to know it. */
const INSTALLATION_ID_HEADER = 'x-user-staging-id';

export interface AutoUpdatesPorts {
  /** electron-updater's `autoUpdater`: looks for newer versions at the address in `app-update.yml`, and fetches them. */
  updater: Pick<
    AppUpdater,
    | 'autoDownload'
    | 'autoInstallOnAppQuit'
    | 'channel'
    | 'allowDowngrade'
    | 'logger'
    | 'requestHeaders'
    | 'on'
    | 'checkForUpdates'
    | 'downloadUpdate'
    | 'quitAndInstall'
  >;
  /** Electron's own `autoUpdater`, to which the other hands the version: it checks the signature and unpacks it. */
  native: Pick<Electron.AutoUpdater, 'on'>;
  /** The running kernel's version, as returned by `os.release()`. */
  kernel: string;
}

/**
 * Newer versions from the server's feed. The only thing that happens automatically is the change of versions when the
 * app ends, once a newer one is ready.
 */
export class AutoUpdates implements Updates {
  readonly #updater: AutoUpdatesPorts['updater'];
  readonly #listeners = new Set<() => void>();
  #state: UpdateState = { phase: 'unknown', version: null };
  #checking: Promise<void> | undefined;

  constructor({ updater, native, kernel }: AutoUpdatesPorts) {
    this.#updater = updater;
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = true;
    updater.channel = channelFor(kernel);
    // Setting a channel turns it on.
    updater.allowDowngrade = false;
    updater.logger = null;
    updater.requestHeaders = { [INSTALLATION_ID_HEADER]: 'none' };
    // Also emitted for failures after the download, such as a signature that isn't ours.
    updater.on('error', () => this.#fail());
    // Only now can the app change over immediately: earlier, it would end at a moment of the system's choosing.
    native.on('update-downloaded', () => this.#set({ ...this.#state, phase: 'ready' }));
  }

  get state(): UpdateState {
    return this.#state;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  async check(): Promise<void> {
    const { phase } = this.#state;
    // A version that is already there is applied when the app ends; the next one comes later.
    if (phase === 'ready' || (phase === 'fetching' && !this.#checking)) return;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
  }

  install(): void {
    if (this.#state.phase === 'ready') this.#updater.quitAndInstall();
  }

  async #check(): Promise<void> {
    this.#set({ phase: 'checking', version: null });
    try {
      const result = await this.#updater.checkForUpdates();
      if (!result?.isUpdateAvailable) {
        // No result: this isn't an installed app, so nothing could replace it.
        this.#set({ phase: result ? 'current' : 'unknown', version: null });
        return;
      }
      this.#set({ phase: 'fetching', version: result.updateInfo.version });
      await this.#updater.downloadUpdate();
    } catch {
      this.#fail();
    }
  }

  #fail(): void {
    this.#set({ ...this.#state, phase: 'failed' });
  }

  #set(state: UpdateState): void {
    const { phase, version } = this.#state;
    if (state.phase === phase && state.version === version) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
