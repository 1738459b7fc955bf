import type { DictationKey } from '@workspace/dictation/gesture';
import type { Account } from '../account/account.ts';
import { isUsedUp } from '../account/allowance.ts';
import type { AllowanceNotifier } from '../account/allowance-notifier.ts';
import { EDITING_LACKS, NOT_READY_TO_EDIT } from '../hud/edit-messages.ts';
import type { HudPresenter } from '../hud/hud-presenter.ts';
import type { ConfiguredLanguageModel } from '../language-model/configured-language-model.ts';
import { MISSING, type SpeechProviders } from '../speech/speech-providers.ts';

/** Title of the notice if the provider lacks something. */
const NOT_READY = 'Not ready to dictate';

export interface ReadinessDependencies {
  providers: Pick<SpeechProviders, 'missing'>;
  /** The model that edits by voice. */
  model: Pick<ConfiguredLanguageModel, 'missing'>;
  account: Pick<Account, 'allowance'>;
  allowanceNotifier: Pick<AllowanceNotifier, 'handleUsedUp'>;
  hud: Pick<HudPresenter, 'notify' | 'withdraw'>;
  /** Something the user wants can't start. */
  onRefused(): void;
}

/** Decides whether a dictation can start: it needs a provider, a language model if it edits, and time left. */
export class Readiness {
  readonly #dependencies: ReadinessDependencies;

  constructor(dependencies: ReadinessDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns whether a key's action can start. */
  isReady(key: DictationKey): boolean {
    const { providers, model, account } = this.#dependencies;
    const lacksModel = key === 'edit' && model.missing !== undefined;
    return providers.missing === undefined && !lacksModel && !isUsedUp(account.allowance);
  }

  /** Returns whether a key's action may start; if not, the HUD says why. */
  admit(key: DictationKey): boolean {
    return this.admitRecognition() && (key !== 'edit' || this.#admitEditing()) && this.#admitTime();
  }

  /** Returns whether the provider can be used; if not, the HUD says what is missing. */
  admitRecognition(): boolean {
    const { missing } = this.#dependencies.providers;
    return this.#admit(NOT_READY, missing && MISSING[missing]);
  }

  #admitEditing(): boolean {
    const { missing } = this.#dependencies.model;
    return this.#admit(NOT_READY_TO_EDIT, missing && EDITING_LACKS[missing]);
  }

  #admitTime(): boolean {
    const { account, allowanceNotifier, onRefused } = this.#dependencies;
    if (!isUsedUp(account.allowance)) return true;
    allowanceNotifier.handleUsedUp();
    onRefused();
    return false;
  }

  /** Shows a notice about what is missing, or withdraws it if nothing is. */
  #admit(title: string, lack: string | undefined): boolean {
    const { hud, onRefused } = this.#dependencies;
    if (lack === undefined) {
      hud.withdraw(title);
      return true;
    }
    hud.notify({ tone: 'notice', title, detail: lack, actions: [{ id: 'settings', label: 'Settings' }] });
    onRefused();
    return false;
  }
}
