import type { Engine } from '@workspace/dictation/engine';
import { applyNewlinePolicy } from '@workspace/dictation/newlines';
import { type InsertionOutcome, isInserted } from '@workspace/dictation/ports';
import type { HudPresenter } from '../hud/hud-presenter.ts';
import type { DesktopAccess } from '../platform.ts';
import type { Dictation } from './dictation.ts';

export interface LastTextDependencies {
  desktop: Pick<DesktopAccess, 'inserter' | 'clipboard'>;
  dictation: { engine: Pick<Engine, 'view' | 'heldKey'> } & Pick<Dictation, 'writingIn'>;
  hud: Pick<HudPresenter, 'notify' | 'notifyNotInserted'>;
}

/** Reuses the text of the last dictation. */
export class LastText {
  readonly #dependencies: LastTextDependencies;

  constructor(dependencies: LastTextDependencies) {
    this.#dependencies = dependencies;
  }

  /** Inserts it into the field that has the focus now. */
  async paste(): Promise<void> {
    await this.#insert(this.#dependencies.dictation.engine.view().lastText);
  }

  /** Inserts it there as it was heard, if it was tidied up. */
  async pasteAsHeard(): Promise<void> {
    await this.#insert(this.#dependencies.dictation.engine.view().lastAsHeard);
  }

  async copy(): Promise<void> {
    await this.copyText(this.#dependencies.dictation.engine.view().lastText);
  }

  /** Copies the text, if there is one, and reports whether that worked. */
  async copyText(text: string | undefined): Promise<void> {
    const { desktop, hud } = this.#dependencies;
    if (text === undefined) return;
    try {
      await desktop.clipboard.writeText(text);
      hud.notify({ tone: 'remark', title: 'Copied', detail: null });
    } catch {
      hud.notifyNotInserted('failed', { text });
    }
  }

  async #insert(text: string | undefined): Promise<void> {
    const { hud } = this.#dependencies;
    if (text === undefined) {
      hud.notify({ tone: 'remark', title: 'Nothing to paste yet', detail: null });
      return;
    }
    const outcome = await this.#insertAnew(text);
    if (!isInserted(outcome)) hud.notifyNotInserted(outcome, { text });
  }

  /** The field may allow fewer line breaks than the one the text was made for. */
  async #insertAnew(text: string): Promise<InsertionOutcome> {
    const { desktop, dictation } = this.#dependencies;
    try {
      const target = await desktop.inserter.captureTarget();
      const { lineBreaks } = dictation.writingIn(target.app);
      const adapted = applyNewlinePolicy(text, target.kind, lineBreaks);
      return await dictation.engine.heldKey.untilNotPostponed((mayReleaseKeys) =>
        desktop.inserter.insert(target, adapted, mayReleaseKeys),
      );
    } catch {
      return 'failed';
    }
  }
}
