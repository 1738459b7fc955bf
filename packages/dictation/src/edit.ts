import { withinLimit } from '@workspace/speech/clock';
import type { HeldKey } from './held-key.ts';
import { applyNewlinePolicy } from './newlines.ts';
import type {
  Inserter,
  PendingEdit,
  ReplacementOutcome,
  SelectionEditor,
  SelectionReading,
  TextEditor,
  WallClock,
} from './ports.ts';
import { appendText } from './spacing.ts';
import { EDIT } from './tuning.ts';
import type { WritingSettings } from './writing.ts';

/** What voice edits need besides dictation's own dependencies. */
export interface EditingPorts {
  selections: SelectionEditor;
  /** The current editor; undefined if there is none. */
  editor(): TextEditor | undefined;
}

/** Why an answer waits on the clipboard. `none`: nothing was selected. */
export type EditLeft = 'none' | Exclude<ReplacementOutcome, 'replaced' | 'failed'>;

/**
 * `incomplete`: the recording ended on its own. `unusable`: there is no answer; `problem` says why. `not-left`: the
 * clipboard failed too.
 */
export type EditFailure =
  | 'incomplete'
  | 'no-editor'
  | 'secure'
  | 'too-long'
  | 'unusable'
  | 'late'
  | 'empty'
  | 'not-left';

/** The state of an edit. The selection stays as it is unless it was `replaced`. */
export type EditState =
  /** The user is giving the instruction. `selection`: what reading the selection found; undefined until then. */
  | { type: 'instructed'; selection: SelectionReading['type'] | undefined }
  | { type: 'asking'; host: string }
  | { type: 'replaced'; host: string }
  | { type: 'left'; host: string; why: EditLeft }
  /** `problem`: in plain words. `answer`: the text that could not be put anywhere. */
  | { type: 'failed'; host: string | null; why: EditFailure; problem?: string; answer?: string };

export interface EditDependencies {
  clock: WallClock;
  heldKey: HeldKey;
  inserter: Pick<Inserter, 'leaveOnClipboard'>;
  editing: EditingPorts | undefined;
  writing(app: string | undefined): Pick<WritingSettings, 'lineBreaks'>;
  onChange(): void;
}

/** One edit: the selection at key-down, the spoken instruction, and the outcome. */
export class VoiceEdit {
  readonly #dependencies: EditDependencies;
  readonly #selection: Promise<SelectionReading>;
  /** By take: only a very long instruction has several. */
  readonly #instructions = new Map<number, string>();
  #state: EditState = { type: 'instructed', selection: undefined };
  #pending: PendingEdit | undefined;
  #isOver = false;

  /** Reads the selection immediately. */
  constructor(dependencies: EditDependencies) {
    this.#dependencies = dependencies;
    this.#selection = this.#read();
    void this.#selection.then(({ type }) => {
      if (this.#state.type === 'instructed') this.#become({ type: 'instructed', selection: type });
    });
  }

  get state(): EditState {
    return this.#state;
  }

  /** Adds the next text of the instruction. */
  add(take: number, text: string): void {
    this.#instructions.set(take, appendText(this.#instructions.get(take) ?? '', text));
  }

  /** Fails the edit: its instruction will never be complete. */
  abandon(): void {
    if (this.#instruction !== '') this.#fail('incomplete');
  }

  /** Carries out the instruction. Resolves when done, successfully or not; never rejects. */
  async perform(): Promise<void> {
    const instruction = this.#instruction;
    const selection = await this.#selection;
    if (instruction === '' || this.#isOver) return;
    const editor = this.#dependencies.editing?.editor();
    if (!editor) return this.#fail('no-editor');
    if (selection.type === 'secure' || selection.type === 'too-long') return this.#fail(selection.type);
    const answer = await this.#ask(editor, instruction, selection);
    if (answer === undefined || this.#isOver) return;
    if (answer.trim() === '') return this.#fail('empty', { host: editor.host });
    await this.#deliver(editor.host, selection, answer);
  }

  /** Stops the edit: nothing more is asked or replaced. */
  cancel(): void {
    this.#isOver = true;
    this.#pending?.cancel();
  }

  get #instruction(): string {
    const texts = [...this.#instructions].sort(([one], [other]) => one - other);
    return texts.reduce((text, [, next]) => appendText(text, next), '').trim();
  }

  async #read(): Promise<SelectionReading> {
    const { clock, editing } = this.#dependencies;
    const reading = editing?.selections.read(EDIT.maxUnits).catch(() => undefined);
    return (reading && (await withinLimit(clock, EDIT.readMs, reading))) ?? { type: 'none' };
  }

  /** Resolves with the answer, or with undefined after reporting why there is none. */
  async #ask(editor: TextEditor, instruction: string, selection: SelectionReading): Promise<string | undefined> {
    const { host } = editor;
    this.#become({ type: 'asking', host });
    const pending = editor.edit({ instruction, text: selection.type === 'selected' ? selection.text : '' });
    this.#pending = pending;
    let isLate = false;
    const stop = this.#dependencies.clock.schedule(EDIT.limitMs, () => {
      isLate = true;
      pending.cancel();
    });
    const outcome = await pending.outcome;
    stop();
    if (isLate) this.#fail('late', { host });
    else if ('text' in outcome) return outcome.text;
    else this.#fail('unusable', { host, problem: outcome.problem });
    return undefined;
  }

  async #deliver(host: string, selection: SelectionReading, answer: string): Promise<void> {
    const { editing, heldKey, inserter, writing } = this.#dependencies;
    if (selection.type !== 'selected' || !editing) {
      const text = applyNewlinePolicy(answer.trim(), 'multi-line');
      const isLeft = await inserter.leaveOnClipboard(text).catch(() => false);
      return this.#conclude(host, isLeft ? 'none' : 'failed', text);
    }
    const { target } = selection;
    const text = inPlaceOf(selection.text, applyNewlinePolicy(answer, target.kind, writing(target.app).lineBreaks));
    const isWanted = () => !this.#isOver;
    const replacing = heldKey.untilNotPostponed((mayReleaseKeys) =>
      editing.selections.replace(selection, text, isWanted, mayReleaseKeys),
    );
    this.#conclude(host, await replacing.catch((): ReplacementOutcome => 'failed'), text);
  }

  #conclude(host: string, outcome: ReplacementOutcome | 'none', text: string): void {
    if (outcome === 'failed') this.#fail('not-left', { host, answer: text });
    else this.#become(outcome === 'replaced' ? { type: 'replaced', host } : { type: 'left', host, why: outcome });
  }

  #fail(why: EditFailure, details: { host?: string; problem?: string; answer?: string } = {}): void {
    this.#become({ type: 'failed', host: null, ...details, why });
  }

  #become(state: EditState): void {
    if (this.#isOver) return;
    this.#state = state;
    this.#dependencies.onChange();
  }
}

/** Returns the answer with the white space that surrounded the text it replaces. */
function inPlaceOf(selected: string, answer: string): string {
  const start = selected.length - selected.trimStart().length;
  const end = selected.trimEnd().length;
  return end < start ? answer.trim() : selected.slice(0, start) + answer.trim() + selected.slice(end);
}
