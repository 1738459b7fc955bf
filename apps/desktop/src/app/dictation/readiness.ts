import type { DictationKey } from '@workspace/dictation/gesture';
import type { Account } from '../account/account.ts';
import { isUsedUp } from '../account/allowance.ts';
import type { AllowanceNotifier } from '../account/allowance-notifier.ts';
import { EDITING_LACKS, NOT_READY_TO_EDIT } from '../hud/edit-messages.ts';
import type { HudPresenter } from '../hud/hud-presenter.ts';
import type { ConfiguredLanguageModel } from '../language-model/configured-language-model.ts';
import { MISSING, type SpeechProviders } from '../speech/speech-providers.ts';

/** What to say if the provider lacks something. */
const NOT_READY = 'Not ready to dictate';

export interface ReadinessDependencies {
  providers: Pick<SpeechProviders, 'missing'>;
  /** What edits by voice. */
  model: Pick<ConfiguredLanguageModel, 'missing'>;
  account: Pick<Account, 'allowance'>;
  allowanceNotifier: Pick<AllowanceNotifier, 'handleUsedUp'>;
  hud: Pick<HudPresenter, 'notify' | 'withdraw'>;
  /** Something that the user wants can't begin. */
  onRefused(): void;
}

/** Whether a dictation can begin: with a provider, a language model if it is to edit, and time that is left. */
export class Readiness {
  readonly #dependencies: ReadinessDependencies;

  constructor(dependencies: ReadinessDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether what a key is for can begin. */
  isReady(key: DictationKey): boolean {
    const { providers, model, account } = this.#dependencies;
    const lacksModel = key === 'edit' && model.missing !== undefined;
    return providers.missing === undefined && !lacksModel && !isUsedUp(account.allowance);
  }

  /** Whether the action of a key may start; if not, the HUD says why. */
  admit(key: DictationKey): boolean {
    return this.admitRecognition() && (key !== 'edit' || this.#admitEditing()) && this.#admitTime();
  }

  /** Whether the provider can be used; if not, the HUD says what is missing. */
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

  /** Shows under a title what is missing, or withdraws that notice if nothing is. */
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
