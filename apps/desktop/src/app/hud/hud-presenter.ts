import type { EditState } from '@workspace/dictation/edit';
import type { EngineNotice, EngineView } from '@workspace/dictation/engine';
import type { NotInserted } from '@workspace/dictation/ports';
import type { TakeView } from '@workspace/dictation/take-view';
import { SILENT_LEVEL } from '@workspace/dictation/voice-activity';
import type { Clock } from '@workspace/speech/clock';
import { ON_THIS_COMPUTER } from '@workspace/speech/provider';
import type { HudView } from '../../ipc/hud-messages.ts';
import { editMessage, instructedRemark } from './edit-messages.ts';
import {
  asHeardRemark,
  DISMISS,
  failureMessage,
  notInsertedMessage,
  refusalMessage,
  returnMissedMessage,
  stopMessage,
  takeOverRemark,
  tidyingRemark,
  troubleOf,
} from './take-messages.ts';

/** How long a message is shown while nothing else is going on, in milliseconds. */
const SHOWN_MS = { done: 900, cancelled: 1_200, remark: 4_000, notice: 12_000, failure: 15_000 } as const;
/** At most 20 frames a second. */
const FRAME_MS = 50;

type Tone = keyof typeof SHOWN_MS;

/** What a message is about. */
interface Subject {
  /** The dictation, if it is about one. */
  take?: number | undefined;
  /** Text that isn't anywhere else. */
  text?: string | undefined;
}

/** A notice that waits until nothing else is going on. */
interface Message extends Subject {
  tone: Tone;
  view: HudView;
  /** Whether it reports the outcome of an edit. */
  isEdit?: boolean;
}

export interface HudDependencies {
  clock: Clock;
  /** Shows a view; null hides the HUD. */
  show(view: HudView | null): void;
  /** The label of the chord that cancels; null if there is none. */
  cancelChord(): string | null;
  /** Why text that should be tidied up stays as heard, and what to do; undefined if it needn't. */
  cleanUpProblem(): string | undefined;
  /** Whether the permission is missing, and the app can request it or open the settings where it is granted. */
  canAskFor(permission: 'microphone' | 'accessibility'): boolean;
}

/**
 * Turns what is going on into what the HUD shows: first the live dictation, then those whose text is awaited, then
 * messages, each for its time.
 */
export class HudPresenter {
  readonly #dependencies: HudDependencies;
  #engine: EngineView = { capture: 'idle', level: SILENT_LEVEL, takes: [] };
  /** Trouble that doesn't stop the live dictation. */
  #warning: string | null = null;
  /** A hint about the live dictation that isn't trouble. */
  #remark: string | null = null;
  /** The takes with text that could not be inserted. */
  readonly #takesWithMissedText = new Set<number>();
  #messages: Message[] = [];
  #cancelTimer: (() => void) | undefined;
  #endFrame: (() => void) | undefined;
  #isDirty = false;
  #shown: HudView | null = null;

  constructor(dependencies: HudDependencies) {
    this.#dependencies = dependencies;
  }

  get shown(): HudView | null {
    return this.#shown;
  }

  /** Handles a change of the engine's state. May be called very often. */
  engineChanged(view: EngineView): void {
    this.#follow(view);
    this.#redraw();
  }

  /** Handles the end of a take, which the engine's state already reflects. */
  takeOver(take: TakeView, engine: EngineView): void {
    this.#follow(engine);
    const isTextMissed = this.#takesWithMissedText.delete(take.id);
    switch (take.phase) {
      case 'done':
        this.#notifyRefusal(take);
        if (!isTextMissed) this.#notifyDone(take);
        break;
      case 'cancelled':
        this.#add({ tone: 'cancelled', view: messageView('cancelled', 'Cancelled', null, take.host) });
        break;
      case 'failed':
        this.#notifyFailure(take);
        break;
    }
  }

  /**
   * Handles a notice about the recording or the insertion. `isToldElsewhere`: a window reports the microphone trouble.
   */
  notice(notice: EngineNotice, isToldElsewhere = false): void {
    if (notice.type === 'silence') {
      this.#warning = 'Nothing heard for two minutes. Recording stops after five.';
      this.#redraw();
    } else if (notice.type === 'not-inserted') {
      this.#takesWithMissedText.add(notice.take);
      this.notifyNotInserted(notice.outcome, notice);
    } else if (notice.type === 'return-missed') {
      this.notify({ tone: 'notice', ...returnMissedMessage(notice.why), take: notice.take });
    } else if (notice.by !== 'end') {
      // With a reason to show, it's no news that nothing was heard.
      this.#dropBriefMessages();
      if (isToldElsewhere) {
        this.#redraw();
        return;
      }
      const isEdit = this.#engine.takes.some(({ id, edit }) => id === notice.take && edit);
      const message = stopMessage(notice.by, this.#dependencies.canAskFor('microphone'), isEdit);
      this.notify({ tone: 'notice', ...message, take: notice.take });
    }
  }

  /** Reports text that could not be inserted into its field. If it isn't anywhere else, it can be copied from here. */
  notifyNotInserted(outcome: NotInserted, { take, text }: Subject): void {
    const message = notInsertedMessage(outcome, this.#dependencies.canAskFor('accessibility'));
    this.notify({ tone: 'notice', ...message, take, text: outcome === 'failed' ? text : undefined });
  }

  /** Shows trouble that doesn't stop the live dictation. Does nothing without a live dictation. */
  warn(warning: string): void {
    if (this.#engine.capture === 'idle') return;
    this.#warning = warning;
    this.#redraw();
  }

  /** Shows a hint about the live dictation, unless there is trouble to report. */
  remark(remark: string): void {
    if (this.#engine.capture === 'idle') return;
    this.#remark = remark;
    this.#redraw();
  }

  /**
   * Shows a message as soon as nothing is going on. Messages with the same title are shown once, however often they
   * come; but one that holds another dictation's text stays.
   */
  notify(
    message: Subject & {
      tone: 'remark' | 'notice';
      title: string;
      detail: string | null;
      host?: string | null;
      actions?: HudView['actions'];
    },
  ): void {
    const { tone, title, detail, host = null, actions = [], take, text } = message;
    this.#withdraw((shown) => shown.view.title === title && (shown.text === undefined || shown.take === take));
    const view = messageView('notice', title, detail, host);
    this.#add({ tone, view: { ...view, actions: tone === 'notice' ? [...actions, DISMISS] : actions }, take, text });
  }

  /** Withdraws the notice with a title, shown or still waiting. */
  withdraw(title: string): void {
    this.#withdraw(({ view }) => view.title === title);
  }

  /** Handles the user dismissing the message shown. Returns its subject. */
  dismiss(): Subject {
    const { take, text }: Subject = this.#messages[0] ?? {};
    this.#nextMessage();
    return { take, text };
  }

  /** Withdraws all messages. */
  forget(): void {
    this.#messages = [];
    this.#nextMessage();
  }

  close(): void {
    this.#cancelTimer?.();
    this.#endFrame?.();
  }

  #notifyDone(take: TakeView): void {
    if (take.edit && take.text.trim() !== '') {
      this.#notifyEdit(take.id, take.edit);
      return;
    }
    const detail = takeOverRemark(take) ?? asHeardRemark(take, this.#dependencies.cleanUpProblem());
    const host = hostOf(take);
    const isSilence = take.text.trim() === '' || take.unwritten === 'silence';
    if (isSilence) this.notify({ tone: 'remark', title: 'No speech was heard', detail, host });
    else if (take.unwritten) this.notify({ tone: 'remark', title: 'Nothing to insert', detail, host });
    else this.#add({ tone: detail ? 'remark' : 'done', view: messageView('done', 'Inserted', detail, host) });
  }

  #notifyEdit(take: number, edit: EditState): void {
    const message = editMessage(edit);
    if (!message) return;
    const host = 'host' in edit ? edit.host : null;
    if (message.tone === 'done') this.#add({ tone: 'done', view: messageView('done', message.title, null, host) });
    else {
      const view = messageView(message.tone === 'notice' ? 'notice' : 'failed', message.title, message.detail, host);
      const text = edit.type === 'failed' ? edit.answer : undefined;
      const actions = [...message.actions, DISMISS];
      this.#add({ tone: message.tone, take, text, isEdit: true, view: { ...view, actions } });
    }
  }

  /** Nothing is lost, but the user must know. */
  #notifyRefusal(take: TakeView): void {
    const message = refusalMessage(take);
    if (message) this.notify({ tone: 'notice', ...message, take: take.id });
  }

  #notifyFailure(take: TakeView): void {
    const { title, detail, actions } = failureMessage(take);
    const { id, host, audioSeconds: seconds, text } = take;
    this.#add({
      tone: 'failure',
      take: id,
      view: { ...messageView('failed', title, detail, host), seconds, text, actions },
    });
  }

  #follow(engine: EngineView): void {
    if (engine.capture === 'idle') {
      this.#warning = null;
      this.#remark = null;
    }
    this.#engine = engine;
    // A new edit replaces the message of the previous one.
    if (engine.capture !== 'idle' && engine.takes.at(-1)?.edit)
      this.#withdraw(({ isEdit, text }) => isEdit === true && text === undefined);
    // Whatever is being retried no longer counts as failed.
    const isTriedAgain = (take: number | undefined) =>
      engine.takes.some(({ id, phase }) => id === take && phase !== 'failed');
    this.#withdraw(({ tone, take }) => tone === 'failure' && isTriedAgain(take));
  }

  /** Shows a brief message immediately, replacing the previous one; others wait their turn. */
  #add(message: Message): void {
    if (isLasting(message)) this.#messages.push(message);
    else {
      this.#dropBriefMessages();
      this.#messages.unshift(message);
    }
    this.#redraw();
  }

  /** An interrupted notice is shown again for its full time later; a brief one isn't. */
  #dropBriefMessages(): void {
    this.#stopTimer();
    this.#messages = this.#messages.filter(isLasting);
  }

  #withdraw(isMeant: (message: Message) => boolean): void {
    const [first] = this.#messages;
    const kept = this.#messages.filter((message) => !isMeant(message));
    if (kept.length === this.#messages.length) return;
    if (kept[0] !== first) this.#stopTimer();
    this.#messages = kept;
    this.#redraw();
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #nextMessage(): void {
    this.#stopTimer();
    this.#messages.shift();
    this.#redraw();
  }

  #redraw(): void {
    this.#isDirty = true;
    this.#draw();
  }

  /** Draws immediately, or a moment later if it just has. */
  #draw(): void {
    if (!this.#isDirty || this.#endFrame) return;
    this.#isDirty = false;
    const live = this.#liveView() ?? this.#awaitedView();
    if (live) this.#dropBriefMessages();
    const [message] = this.#messages;
    if (message && !live)
      this.#cancelTimer ??= this.#dependencies.clock.schedule(SHOWN_MS[message.tone], () => this.#nextMessage());
    const view = live ?? message?.view ?? null;
    if (view === null && this.#shown === null) return;
    this.#shown = view;
    this.#dependencies.show(view);
    this.#endFrame = this.#dependencies.clock.schedule(FRAME_MS, () => {
      this.#endFrame = undefined;
      this.#draw();
    });
  }

  #liveView(): HudView | undefined {
    const { capture, level, takes } = this.#engine;
    if (capture === 'idle') return undefined;
    const take = takes.at(-1);
    const isOpen = capture === 'recording';
    const trouble = this.#warning ?? troubleOf(take) ?? this.#untold(take?.id);
    return {
      state: capture === 'starting' ? 'starting' : isOpen ? 'listening' : 'finishing',
      mode: take?.mode ?? null,
      title: capture === 'starting' ? 'Opening the microphone' : isOpen ? listeningTitle(take) : 'Finishing',
      detail: trouble ?? this.#remark ?? (take?.edit ? instructedRemark(take.edit) : tidyingRemark(take)),
      trouble: trouble !== null,
      level,
      seconds: take?.audioSeconds ?? 0,
      text: take?.text ?? '',
      host: take ? hostOf(take) : null,
      actions: [],
      cancelChord: this.#dependencies.cancelChord(),
    };
  }

  #awaitedView(): HudView | undefined {
    const awaited = this.#engine.takes.filter(({ phase }) => phase === 'finishing' || phase === 'inserting');
    const take = awaited[0];
    if (take === undefined) return undefined;
    const trouble = troubleOf(take);
    const atModel = modelAskedFor(take);
    return {
      state: 'finishing',
      mode: null,
      title: awaited.length > 1 ? `Finishing ${awaited.length} dictations` : (atModel?.title ?? 'Finishing'),
      detail: trouble,
      trouble: trouble !== null,
      level: SILENT_LEVEL,
      seconds: take.audioSeconds,
      text: take.text,
      host: atModel?.host ?? hostOf(take),
      actions: [],
      cancelChord: this.#dependencies.cancelChord(),
    };
  }

  /** Returns a message that must be read, for a line in the live take's view. */
  #untold(liveTake: number | undefined): string | null {
    const message = this.#messages.find(isLasting);
    if (!message) return null;
    const isEarlier = message.take !== undefined && message.take !== liveTake;
    return isEarlier ? `Previous dictation: ${message.view.title}` : message.view.title;
  }
}

/** The user is saying text or an instruction. */
function listeningTitle(take: TakeView | undefined): string {
  return take?.edit ? 'Say what to change' : 'Listening';
}

/** What a language model is doing with a text right now; undefined if nothing. */
function modelAskedFor({ phase, cleanUp, edit }: TakeView): { title: string; host: string } | undefined {
  if (edit?.type === 'asking') return { title: 'Editing', host: edit.host };
  const isTidying = phase === 'inserting' && cleanUp?.state === 'pending';
  return isTidying ? { title: 'Tidying up', host: cleanUp.host } : undefined;
}

/** Where the audio currently goes. */
function hostOf({ host, backup }: TakeView): string {
  return backup ? ON_THIS_COMPUTER : host;
}

/** Whether it must be read; other messages are brief. */
function isLasting({ tone }: Message): boolean {
  return tone === 'notice' || tone === 'failure';
}

function messageView(state: HudView['state'], title: string, detail: string | null, host: string | null): HudView {
  return {
    state,
    mode: null,
    title,
    detail,
    trouble: false,
    level: SILENT_LEVEL,
    seconds: 0,
    text: '',
    host,
    actions: [],
    cancelChord: null,
  };
}
