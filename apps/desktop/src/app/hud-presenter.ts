import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { EngineNotice, EngineView, TakeView } from '@workspace/dictation/engine';
import type { InsertionOutcome } from '@workspace/dictation/ports';
import type { Clock } from '@workspace/speech/clock';
import type { HudView } from '../channel/hud-messages.ts';

/** How long something is shown after which nothing goes on, in milliseconds. */
const SHOWN_MS = { done: 900, cancelled: 1_200, remark: 4_000, notice: 12_000, failure: 15_000 } as const;
/** At most 20 pictures a second. */
const FRAME_MS = 50;
const SILENCE = -100;

const ALLOW = { id: 'allow', label: 'Allow…' } as const;

type Tone = keyof typeof SHOWN_MS;

/** Something that is told once nothing is going on. */
interface Message {
  tone: Tone;
  view: HudView;
}

export interface HudSurroundings {
  clock: Clock;
  /** Shows a view; null: nothing. */
  show(view: HudView | null): void;
  /** How the chord reads that cancels; null where there is none. */
  cancelChord(): string | null;
  /** Whether the system does not allow it, and the app can ask for it or lead to where it is allowed. */
  canAskFor(permission: 'microphone' | 'accessibility'): boolean;
}

/**
 * Turns what goes on into what the HUD shows: the live dictation first, then those whose text is awaited, then what there
 * is to tell, each for its time.
 */
export class HudPresenter {
  readonly #surroundings: HudSurroundings;
  #engine: EngineView = { capture: 'idle', level: SILENCE, takes: [] };
  /** Trouble of the live dictation that it goes on with. */
  #warning: string | null = null;
  /** What is good to know of the live dictation, and no trouble. */
  #remark: string | null = null;
  /** Whether text of a take that is not over could not be inserted. */
  #isTextMissed = false;
  #messages: Message[] = [];
  #endMessage: (() => void) | undefined;
  #endFrame: (() => void) | undefined;
  #isDirty = false;
  #shown: HudView | null = null;

  constructor(surroundings: HudSurroundings) {
    this.#surroundings = surroundings;
  }

  get shown(): HudView | null {
    return this.#shown;
  }

  /** The engine's state changed. May be called very often. */
  engineChanged(view: EngineView): void {
    this.#follow(view);
    this.#redraw();
  }

  /** A take is over, which the engine's state knows already. */
  takeOver(take: TakeView, engine: EngineView): void {
    this.#follow(engine);
    const isTextMissed = this.#isTextMissed;
    this.#isTextMissed = false;
    switch (take.phase) {
      case 'done':
        if (take.text.trim() === '')
          this.tell({ tone: 'remark', title: 'No speech was heard', detail: null, host: take.host });
        else if (!isTextMissed) this.#add({ tone: 'done', view: messageView('done', 'Inserted', null, take.host) });
        break;
      case 'cancelled':
        this.#add({ tone: 'cancelled', view: messageView('cancelled', 'Cancelled', null, take.host) });
        break;
      case 'failed':
        this.#add({
          tone: 'failure',
          view: {
            ...messageView(
              'failed',
              take.error?.message ?? 'The dictation could not be finished.',
              failureDetail(take),
              take.host,
            ),
            seconds: take.audioSeconds,
            text: take.text,
            actions: [
              { id: 'retry', label: 'Try again' },
              { id: 'dismiss', label: 'Dismiss' },
            ],
          },
        });
        break;
    }
  }

  /** Something about the recording or the insertion. */
  notice(notice: EngineNotice): void {
    if (notice.type === 'silence') {
      this.#warning = 'Nothing heard for two minutes. Recording stops after five.';
      this.#redraw();
    } else if (notice.type === 'not-inserted') {
      this.#isTextMissed = true;
      this.tellNotInserted(notice.outcome);
    } else {
      const words = RECORDING_STOPPED[notice.by];
      if (!words) return;
      // That nothing was heard is no news beside the reason.
      this.#dropBriefWords();
      const canAllow = notice.by === 'denied' && this.#surroundings.canAskFor('microphone');
      this.tell({
        tone: 'notice',
        title: words[0],
        detail: words[1],
        host: null,
        actions: canAllow ? [ALLOW] : [],
      });
    }
  }

  /** The text could not be put into its field. */
  tellNotInserted(outcome: NotInserted): void {
    const isForbidden = outcome !== 'secure-field' && this.#surroundings.canAskFor('accessibility');
    const { title, detail, actions } = isForbidden ? FORBIDDEN[outcome] : NOT_INSERTED[outcome];
    this.tell({ tone: 'notice', title, detail, host: null, actions });
  }

  /** Trouble that the live dictation goes on with. Without one there is nothing to be told. */
  warn(warning: string): void {
    if (this.#engine.capture === 'idle') return;
    this.#warning = warning;
    this.#redraw();
  }

  /** Something that is good to know of the live dictation, where there is no trouble to be told of. */
  remark(remark: string): void {
    if (this.#engine.capture === 'idle') return;
    this.#remark = remark;
    this.#redraw();
  }

  /** Tells something as soon as nothing is going on. Under the same title it is told once, however often it is told again. */
  tell(message: {
    tone: 'remark' | 'notice';
    title: string;
    detail: string | null;
    host: string | null;
    actions?: HudView['actions'];
  }): void {
    const { tone, title, detail, host, actions = [] } = message;
    this.withdraw(title);
    const dismiss = { id: 'dismiss', label: 'Dismiss' } as const;
    const view = messageView('notice', title, detail, host);
    this.#add({ tone, view: { ...view, actions: tone === 'notice' ? [...actions, dismiss] : actions } });
  }

  /** Takes back what was told or is to be told under a title. */
  withdraw(title: string): void {
    const isMeant = ({ view }: Message) => view.title === title;
    if (!this.#messages.some(isMeant)) return;
    if (isMeant(this.#messages[0]!)) this.#stopTelling();
    this.#messages = this.#messages.filter((message) => !isMeant(message));
    this.#redraw();
  }

  /** The user has read it. */
  dismiss(): void {
    this.#nextMessage();
  }

  /** Takes everything back that was to be told. */
  forget(): void {
    this.#messages = [];
    this.#nextMessage();
  }

  close(): void {
    this.#endMessage?.();
    this.#endFrame?.();
  }

  #follow(engine: EngineView): void {
    if (engine.capture === 'idle') {
      this.#warning = null;
      this.#remark = null;
    }
    this.#engine = engine;
  }

  /** A brief word comes at once and replaces the one before; the others wait for their turn. */
  #add(message: Message): void {
    if (isLasting(message)) this.#messages.push(message);
    else {
      this.#dropBriefWords();
      this.#messages.unshift(message);
    }
    this.#redraw();
  }

  /** What was being told is told again, in full, when there is time for it; a brief word is not. */
  #dropBriefWords(): void {
    this.#stopTelling();
    this.#messages = this.#messages.filter(isLasting);
  }

  #stopTelling(): void {
    this.#endMessage?.();
    this.#endMessage = undefined;
  }

  #nextMessage(): void {
    this.#stopTelling();
    this.#messages.shift();
    this.#redraw();
  }

  #redraw(): void {
    this.#isDirty = true;
    this.#draw();
  }

  /** Draws at once, unless that was done a moment ago: then a moment later. */
  #draw(): void {
    if (!this.#isDirty || this.#endFrame) return;
    this.#isDirty = false;
    const view = this.#view();
    if (view === null && this.#shown === null) return;
    this.#shown = view;
    this.#surroundings.show(view);
    this.#endFrame = this.#surroundings.clock.schedule(FRAME_MS, () => {
      this.#endFrame = undefined;
      this.#draw();
    });
  }

  #view(): HudView | null {
    const live = this.#liveView() ?? this.#awaitedView();
    const message = this.#messages[0];
    if (live) {
      this.#dropBriefWords();
      return live;
    }
    if (message === undefined) return null;
    this.#endMessage ??= this.#surroundings.clock.schedule(SHOWN_MS[message.tone], () => this.#nextMessage());
    return message.view;
  }

  #liveView(): HudView | undefined {
    const { capture, level, takes } = this.#engine;
    if (capture === 'idle') return undefined;
    const take = takes.at(-1);
    const isOpen = capture === 'recording';
    const trouble = this.#warning ?? troubleOf(take) ?? this.#earlierTrouble();
    return {
      state: capture === 'starting' ? 'starting' : isOpen ? 'listening' : 'finishing',
      mode: take?.mode ?? null,
      title: capture === 'starting' ? 'Opening the microphone' : isOpen ? 'Listening' : 'Finishing',
      detail: trouble ?? this.#remark,
      trouble: trouble !== null,
      level,
      seconds: take?.audioSeconds ?? 0,
      text: take?.text ?? '',
      host: take?.host ?? null,
      actions: [],
      cancelChord: this.#surroundings.cancelChord(),
    };
  }

  #awaitedView(): HudView | undefined {
    const awaited = this.#engine.takes.filter(({ phase }) => phase === 'finishing' || phase === 'inserting');
    const take = awaited[0];
    if (take === undefined) return undefined;
    const trouble = troubleOf(take);
    return {
      state: 'finishing',
      mode: null,
      title: awaited.length > 1 ? `Finishing ${awaited.length} dictations` : 'Finishing',
      detail: trouble,
      trouble: trouble !== null,
      level: SILENCE,
      seconds: take.audioSeconds,
      text: take.text,
      host: take.host,
      actions: [],
      cancelChord: this.#surroundings.cancelChord(),
    };
  }

  /** What went wrong with a dictation before, said while the next one is live. */
  #earlierTrouble(): string | null {
    const message = this.#messages.find(isLasting);
    return message ? `The dictation before: ${message.view.title}` : null;
  }
}

/** Whether it must be read; the rest is a word in passing. */
function isLasting({ tone }: Message): boolean {
  return tone === 'notice' || tone === 'failure';
}

type NotInserted = Exclude<InsertionOutcome, 'inserted'>;
type Words = Record<'title' | 'detail', string> & Pick<HudView, 'actions'>;

const PASTE = 'Paste it where you want it.';
const KEPT = 'It is kept in memory. Copy it, or paste it again from the menu.';

/** What to say where a text could not be put into its field. */
const NOT_INSERTED: Record<NotInserted, Words> = {
  'on-clipboard': {
    title: 'The text is on the clipboard',
    detail: `Its window is gone or no longer in front. ${PASTE}`,
    actions: [],
  },
  'secure-field': {
    title: 'Nothing is inserted into a password field',
    detail: `The text is on the clipboard. ${PASTE}`,
    actions: [],
  },
  failed: { title: 'The text could not be inserted', detail: KEPT, actions: [{ id: 'copy', label: 'Copy' }] },
};

/** The same where the system does not allow it. */
const FORBIDDEN: Record<Exclude<NotInserted, 'secure-field'>, Words> = {
  'on-clipboard': {
    title: 'The text is on the clipboard',
    detail: `${PRODUCT_NAME} is not allowed to write into other apps yet. ${PASTE}`,
    actions: [ALLOW],
  },
  failed: { title: 'The text could not be inserted', detail: KEPT, actions: [{ id: 'copy', label: 'Copy' }, ALLOW] },
};

/** What to say where a recording ended by itself; a release is nothing to speak of. */
const RECORDING_STOPPED: Partial<Record<string, [title: string, detail: string]>> = {
  denied: ['The microphone is not allowed', 'Allow it in the system’s privacy settings, then dictate again.'],
  missing: ['No microphone was found', 'Connect one, or choose another in the settings.'],
  lost: [
    'The microphone is gone',
    'What was said until then is kept. Connect it again, or choose another in the settings.',
  ],
  failed: ['The microphone could not be opened', 'Close programs that use it, then try again.'],
  silence: ['Recording stopped after five minutes of silence', 'What was said until then is kept.'],
  sleep: ['Recording stopped: the computer went to sleep', 'What was said until then is kept.'],
};

function troubleOf(take: TakeView | undefined): string | null {
  if (take?.error && take.phase !== 'failed')
    return take.reconnecting
      ? `${take.error.message} Trying again; nothing is lost.`
      : `${take.error.message} ${take.error.advice}`;
  if (take?.reconnecting) return 'The connection broke. Connecting again; nothing is lost.';
  return take?.slow ? 'The provider takes long to answer. Still waiting; nothing is lost.' : null;
}

function failureDetail({ error, text }: TakeView): string {
  const kept = 'The recording is kept for ten minutes.';
  const inserted = text.trim() === '' ? '' : ' What was understood has been inserted.';
  return `${error?.advice ?? 'Try again.'} ${kept}${inserted}`;
}

function messageView(state: HudView['state'], title: string, detail: string | null, host: string | null): HudView {
  return {
    state,
    mode: null,
    title,
    detail,
    trouble: false,
    level: SILENCE,
    seconds: 0,
    text: '',
    host,
    actions: [],
    cancelChord: null,
  };
}
