import type { SttEvent } from '../provider.ts';

/** A stretch of audio between two cuts. The session's last one is open: it has no end yet. */
interface Phrase {
  /** Its index among the session's phrases. */
  number: number;
  from: number;
  /** Absent while the phrase is open. */
  to?: number;
  /** The item that the provider created from it, or that there was nothing to transcribe. */
  answer?: Item | 'nothing';
  /** Whether an item is expected to be its answer. */
  isForeseen: boolean;
  isFinal: boolean;
}

/** The provider's term for a stretch of audio that it transcribes. */
interface Item {
  id: string;
  /** Whether a commit is known to have created it. */
  isCommitted: boolean;
  /** The item before it; `null`: it is the first; `undefined`: not known. */
  previousId?: string | null | undefined;
  /** The pieces that arrived so far, joined. */
  text: string;
  /** The complete text. */
  transcript?: string;
  /** The phrase that it answers. */
  phrase?: Phrase;
  /** The phrase that it most likely answers, as the only one left. Good enough for partials. */
  likelyPhrase?: Phrase;
}

/** The provider created more items than there were commits, so it is unknown which audio they belong to. */
export class SurplusItem extends Error {}

/**
 * Matches the provider's items to phrases, however their events are ordered or repeated.
 *
 * Every commit is answered with one item, or with an error that there was nothing to transcribe. Items don't name their
 * commit, and their events may arrive in any order; but each item names its predecessor. An item is therefore matched
 * to a phrase if that chain leads to it from the start of the session, or from a matched item. If the chain is broken,
 * the remaining items are matched to the remaining phrases, in order, once there are equally many.
 */
export class Phrases {
  readonly #live: boolean;
  readonly #phrases: Phrase[] = [];
  readonly #items = new Map<string, Item>();
  /** Unmatched items that answer a commit, in the order in which their commit event, or else their text, arrived. */
  #unmatched: Item[] = [];

  /** `live`: the provider sends text while a phrase is still open. */
  constructor(options: { live: boolean }) {
    this.#live = options.live;
    this.#open(0);
  }

  /** Where the open phrase begins. */
  get openFrom(): number {
    return this.#openPhrase.from;
  }

  /** The oldest phrase that was cut but is not final. */
  get oldestAwaited(): { from: number; to: number } | undefined {
    const phrase = this.#phrases.find(({ isFinal }) => !isFinal);
    return phrase?.to === undefined ? undefined : { from: phrase.from, to: phrase.to };
  }

  /** Ends the open phrase, which is committed. Returns its number, which identifies the commit in `foundNothing`. */
  cut(to: number): number {
    const { number } = this.#openPhrase;
    this.#openPhrase.to = to;
    this.#open(to);
    return number;
  }

  /** There was nothing to transcribe in a commit; without its number, in the oldest one without an answer. */
  foundNothing(number: number | undefined): SttEvent[] {
    const phrase = number === undefined ? this.#unansweredPhrases()[0] : this.#phrases[number];
    if (phrase?.to === undefined || phrase.answer !== undefined) return [];
    phrase.answer = 'nothing';
    return [...this.#finish(phrase, ''), ...this.#matchAll()];
  }

  /** An item was created from a commit. Throws `SurplusItem`. */
  committed(itemId: string, previousId: string | null | undefined): SttEvent[] {
    const item = this.#item(itemId);
    if (item.isCommitted) return [];
    item.isCommitted = true;
    item.previousId = previousId;
    if (item.phrase === undefined) this.#addUnmatched(item);
    return this.#matchAll();
  }

  /** A piece of an item's text arrived. */
  delta(itemId: string, piece: string): SttEvent[] {
    const item = this.#item(itemId);
    if (item.transcript !== undefined) return [];
    item.text += piece;
    if (this.#live && item.phrase === undefined && item.likelyPhrase === undefined) this.#foresee(item);
    return this.#partial(item);
  }

  /** An item's text is complete. Throws `SurplusItem`. */
  completed(itemId: string, transcript: string): SttEvent[] {
    const item = this.#item(itemId);
    if (item.transcript !== undefined) return [];
    item.transcript = transcript;
    if (item.phrase !== undefined) return this.#finish(item.phrase, transcript);
    if (!item.isCommitted) this.#addUnmatched(item);
    return this.#matchAll();
  }

  /** Whether an item's text is complete. */
  isComplete(itemId: string): boolean {
    return this.#items.get(itemId)?.transcript !== undefined;
  }

  get #openPhrase(): Phrase {
    return this.#phrases.at(-1)!;
  }

  #open(from: number): void {
    this.#phrases.push({ number: this.#phrases.length, from, isForeseen: false, isFinal: false });
  }

  #item(id: string): Item {
    const known = this.#items.get(id);
    if (known !== undefined) return known;
    const item: Item = { id, isCommitted: false, text: '' };
    this.#items.set(id, item);
    return item;
  }

  /** The phrases that were committed but not answered, oldest first. */
  #unansweredPhrases(): Phrase[] {
    return this.#phrases.filter(({ to, answer }) => to !== undefined && answer === undefined);
  }

  /** Records that an item answers a commit, as the latest one. */
  #addUnmatched(item: Item): void {
    const others = this.#unmatched.filter((other) => other !== item);
    if (others.length >= this.#unansweredPhrases().length) throw new SurplusItem();
    this.#unmatched = [...others, item];
  }

  /** Matches whatever can be matched now. */
  #matchAll(): SttEvent[] {
    const events: SttEvent[] = [];
    for (let match = this.#findMatch(); match !== undefined; match = this.#findMatch()) {
      const { item, phrase } = match;
      this.#unmatched = this.#unmatched.filter((other) => other !== item);
      item.phrase = phrase;
      phrase.answer = item;
      if (item.transcript !== undefined) events.push(...this.#finish(phrase, item.transcript));
      else if (item.likelyPhrase !== phrase) events.push(...this.#partial(item));
    }
    return events;
  }

  #findMatch(): { item: Item; phrase: Phrase } | undefined {
    for (const item of this.#unmatched) {
      const phrase = this.#phraseByChain(item);
      if (phrase !== undefined) return { item, phrase };
    }
    return this.#matchByElimination();
  }

  /** The unanswered phrase that follows the one of the item's predecessor. */
  #phraseByChain({ previousId }: Item): Phrase | undefined {
    if (previousId === undefined) return undefined;
    const previousNumber = previousId === null ? -1 : this.#items.get(previousId)?.phrase?.number;
    if (previousNumber === undefined) return undefined;
    const next = this.#phrases.find(({ number, answer }) => number > previousNumber && answer !== 'nothing');
    return next?.to !== undefined && next.answer === undefined ? next : undefined;
  }

  /** Matches the first item to the first phrase, once there are equally many and the chain leads no further. */
  #matchByElimination(): { item: Item; phrase: Phrase } | undefined {
    const phrases = this.#unansweredPhrases();
    const items = this.#unmatched;
    if (items.length !== phrases.length) return undefined;
    // Items known only from their text arrived in the order in which they were transcribed, not spoken.
    if (items.length > 1 && !items.every(({ isCommitted }) => isCommitted)) return undefined;
    const item = items.find(({ previousId }) => !items.some(({ id }) => id === previousId)) ?? items[0];
    const phrase = phrases[0];
    return item !== undefined && phrase !== undefined ? { item, phrase } : undefined;
  }

  /** Assigns the likely phrase to an item that appears before its commit, if only one phrase is left. */
  #foresee(item: Item): void {
    const [phrase, another] = this.#phrases.filter(({ answer, isForeseen }) => answer === undefined && !isForeseen);
    if (phrase === undefined || another !== undefined) return;
    phrase.isForeseen = true;
    item.likelyPhrase = phrase;
  }

  #partial(item: Item): SttEvent[] {
    const phrase = item.phrase ?? item.likelyPhrase;
    if (phrase === undefined || item.text === '') return [];
    if (phrase.answer !== undefined && phrase.answer !== item) return [];
    const stable = this.#live ? settledLength(item.text) : 0;
    return [{ type: 'partial', segment: segmentOf(phrase), from: phrase.from, text: item.text, stable }];
  }

  #finish(phrase: Phrase, text: string): SttEvent[] {
    phrase.isFinal = true;
    return [{ type: 'final', segment: segmentOf(phrase), from: phrase.from, to: phrase.to!, text }];
  }
}

function segmentOf({ number }: Phrase): string {
  return `phrase-${number + 1}`;
}

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Returns the length of the part of a growing text that won't change: everything before its last word, which the next
 * piece may continue. Supports scripts without spaces.
 */
function settledLength(text: string): number {
  const lastRun = /\S*$/u.exec(text)!;
  const lastWord = [...WORDS.segment(lastRun[0])].at(-1);
  return text.slice(0, lastRun.index + (lastWord?.index ?? 0)).trimEnd().length;
}
