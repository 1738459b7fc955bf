import type { Engine } from '@workspace/dictation/engine';
import { applyNewlinePolicy } from '@workspace/dictation/newlines';
import { type InsertionOutcome, isInserted } from '@workspace/dictation/ports';
import type { WritingSettings } from '@workspace/dictation/writing';
import type { SitePage } from '../../ipc/account-messages.ts';
import type { HudActionId } from '../../ipc/hud-messages.ts';
import type { MicrophoneDevice } from '../../ipc/microphone-messages.ts';
import type { HudPresenter } from '../hud/hud-presenter.ts';
import { failedTake, type MenuItem, microphoneOf } from '../menu/menu.ts';
import type { Platform } from '../platform.ts';
import type { SettingsKeeper } from '../settings/settings-keeper.ts';
import type { PermissionWatch } from '../system/permission-watch.ts';
import { addressOfPage } from '../system/site-pages.ts';
import type { UpdateSchedule } from '../system/update-schedule.ts';

export interface UserActionsDependencies {
  platform: Pick<Platform, 'inserter' | 'clipboard' | 'links' | 'windows'>;
  engine: Engine;
  hud: HudPresenter;
  settings: SettingsKeeper;
  permissions: PermissionWatch;
  updates: UpdateSchedule | undefined;
  /** The web site's address, without a slash at its end. */
  siteUrl: string;
  devices(): readonly MicrophoneDevice[];
  /** What becomes of line breaks in an app. */
  lineBreaksIn(app: string | undefined): WritingSettings['lineBreaks'];
  /** The settings are about to be shown. */
  onSettingsChosen(): void;
  /** The chord for toggling was pressed, or its menu item chosen. */
  onToggle(): void;
  /** A failed dictation is to be tried again. */
  onRetry(take: number): void;
  /** The page where a plan is chosen was opened. */
  onBillingOpened(): void;
  /** Shows the settings, or onboarding where it has not been gone through. */
  onSettings(): void;
  onQuit(): void;
}

/** What the user can have done by the menu, the HUD and the chords. */
export class UserActions {
  readonly #dependencies: UserActionsDependencies;

  constructor(dependencies: UserActionsDependencies) {
    this.#dependencies = dependencies;
  }

  /** An item of the menu was chosen, or a chord was pressed that does the same. */
  choose(item: MenuItem): void {
    const { platform, engine, updates, onToggle, onQuit } = this.#dependencies;
    switch (item) {
      case 'toggle':
        onToggle();
        break;
      case 'cancel':
        engine.gesture({ type: 'cancel-pressed' });
        break;
      case 'paste-last':
        void this.#insertAgain(engine.view().lastText);
        break;
      case 'insert-as-heard':
        void this.#insertAgain(engine.view().lastAsHeard);
        break;
      case 'copy-last':
        void this.#copy(engine.view().lastText);
        break;
      case 'retry':
        this.#retry(failedTake(engine.view()));
        break;
      case 'upgrade':
        void this.openPage('billing');
        break;
      case 'open-site':
        void this.openPage('account');
        break;
      case 'settings':
        this.#dependencies.onSettingsChosen();
        platform.windows.open('settings');
        break;
      case 'check-for-updates':
        updates?.check();
        break;
      case 'install-update':
        updates?.install();
        break;
      case 'quit':
        onQuit();
        break;
      default:
        this.#chooseMicrophone(item);
    }
  }

  /** A button of the HUD was pressed. It is about what is told there, which has been read then. */
  act(action: HudActionId): void {
    const { take, text } = this.#dependencies.hud.dismiss();
    switch (action) {
      case 'retry':
        this.#retry(take);
        break;
      case 'copy':
        void this.#copy(text);
        break;
      case 'settings':
        this.#dependencies.onSettings();
        break;
      case 'upgrade':
        void this.openPage('billing');
        break;
      case 'allow':
        void this.#askForPermission();
        break;
    }
  }

  /** Opens a page of the site in the user's browser; where that fails, its address is told. */
  async openPage(page: SitePage): Promise<void> {
    const { siteUrl, onBillingOpened } = this.#dependencies;
    const isOpened = await this.openAddress(addressOfPage(siteUrl, page));
    if (isOpened && page === 'billing') onBillingOpened();
  }

  /** Opens an address in the user's browser; where that fails, it is told. Resolves with whether it was opened. */
  async openAddress(address: string): Promise<boolean> {
    const { platform, hud } = this.#dependencies;
    try {
      await platform.links.openPage(address);
      return true;
    } catch {
      const detail = `Open ${address} in your browser.`;
      hud.tell({ tone: 'notice', title: 'Couldn’t open the page', detail, host: null });
      return false;
    }
  }

  /** Puts a text of the last dictation into the field that has the focus now. */
  async #insertAgain(text: string | undefined): Promise<void> {
    const { hud } = this.#dependencies;
    if (text === undefined) {
      hud.tell({ tone: 'remark', title: 'Nothing to paste yet', detail: null, host: null });
      return;
    }
    const outcome = await this.#insertAnew(text);
    if (!isInserted(outcome)) hud.tellNotInserted(outcome, { text });
  }

  /** Puts a text into the field that has the focus now, which may take fewer line breaks than the one that it was made for. */
  async #insertAnew(text: string): Promise<InsertionOutcome> {
    const { platform, lineBreaksIn } = this.#dependencies;
    try {
      const target = await platform.inserter.captureTarget();
      return await platform.inserter.insert(target, applyNewlinePolicy(text, target.kind, lineBreaksIn(target.app)));
    } catch {
      return 'failed';
    }
  }

  async #copy(text: string | undefined): Promise<void> {
    const { platform, hud } = this.#dependencies;
    if (text === undefined) return;
    try {
      await platform.clipboard.writeText(text);
      hud.tell({ tone: 'remark', title: 'Copied', detail: null, host: null });
    } catch {
      hud.tellNotInserted('failed', { text });
    }
  }

  #retry(take: number | undefined): void {
    if (take !== undefined) this.#dependencies.onRetry(take);
  }

  #chooseMicrophone(item: MenuItem): void {
    const { settings, devices } = this.#dependencies;
    const microphone = microphoneOf(item, devices());
    if (microphone !== undefined) settings.change({ microphone });
  }

  /** Asks for the first permission that is missing, where that can be done; else the settings tell what to do. */
  async #askForPermission(): Promise<void> {
    const { permissions, onSettings } = this.#dependencies;
    await permissions.look();
    const missing = permissions.list.find(({ granted, canRequest }) => !granted && canRequest);
    if (missing) await permissions.request(missing.id);
    else onSettings();
  }
}
