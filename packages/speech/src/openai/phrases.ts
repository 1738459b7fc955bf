import type { SttEvent } from '../provider.ts';

/** A stretch of audio between two cuts. The session's last one is open: it has no end yet. */
interface Phrase {
  /** Its place among the session's phrases. */
  number: number;
  from: number;
  /** Absent while the phrase is open. */
  to?: number;
  /** The item that the provider made of it, or that there was nothing to make one of. */
  answer?: Item | 'nothing';
  /** Whether an item has been foreseen as its answer. */
  isForeseen: boolean;
  isFinal: boolean;
}

/** What the provider calls a stretch of audio that it transcribes. */
interface Item {
  id: string;
  /** Whether a commit is known to have made it. */
  isCommitted: boolean;
  /** The item before it; `null`: it is the first; `undefined`: not known. */
  previousId?: string | null | undefined;
  /** The pieces that arrived so far, joined. */
  text: string;
  /** The complete text. */
  transcript?: string;
  /** The phrase that it is the answer of. */
  phrase?: Phrase;
  /** The phrase that it must be the answer of if the provider goes on as it began. Good enough for partials. */
  likelyPhrase?: Phrase;
}

/** The provider made more items than it was asked for: which audio they are of can't be known. */
export class SurplusItem extends Error {}

/**
 * Matches the provider's items to phrases, however their events are ordered or repeated.
 *
 * Every commit is answered with one item, or with word that there was nothing to transcribe. The answers don't name the
 * commit, and the items' events may come in any order; but each item names the one before it. An item is therefore
 * matched with a phrase where that chain leads from the session's beginning, or from an item that is matched. Where the
 * chain is broken, the items that are left are matched with the phrases that are left, in order, once there are as many.
 */
export class Phrases {
  readonly #live: boolean;
  readonly #phrases: Phrase[] = [];
  readonly #items = new Map<string, Item>();
  /** Items that answer a commit and are not matched yet, in the order in which their commit, or else their text, arrived. */
  #unmatched: Item[] = [];

  /** `live`: the provider sends text of the open phrase. */
  constructor(options: { live: boolean }) {
    this.#live = options.live;
    this.#open(0);
  }

  /** Where the open phrase begins. */
  get openFrom(): number {
    return this.#openPhrase.from;
  }

  /** The oldest phrase that was cut and is not final. */
  get oldestAwaited(): { from: number; to: number } | undefined {
    const phrase = this.#phrases.find(({ isFinal }) => !isFinal);
    return phrase?.to === undefined ? undefined : { from: phrase.from, to: phrase.to };
  }

  /** The open phrase ends here and is committed. Returns its number, which names the commit in `foundNothing`. */
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

  /** An item was made of a commit. Throws `SurplusItem`. */
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

  /** The phrases that were committed and not answered, oldest first. */
  #unansweredPhrases(): Phrase[] {
    return this.#phrases.filter(({ to, answer }) => to !== undefined && answer === undefined);
  }

  /** Takes note that an item answers a commit, as the last one to do so. */
  #addUnmatched(item: Item): void {
    const others = this.#unmatched.filter((other) => other !== item);
    if (others.length >= this.#unansweredPhrases().length) throw new SurplusItem();
    this.#unmatched = [...others, item];
  }

  /** Matches what can be matched by now. */
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

  /** The first phrase with the first item, once every phrase has an item and the chain says no more. */
  #matchByElimination(): { item: Item; phrase: Phrase } | undefined {
    const phrases = this.#unansweredPhrases();
    const items = this.#unmatched;
    if (items.length !== phrases.length) return undefined;
    // Several items that only their text has announced arrived in the order in which they were understood, not spoken.
    if (items.length > 1 && !items.every(({ isCommitted }) => isCommitted)) return undefined;
    const item = items.find(({ previousId }) => !items.some(({ id }) => id === previousId)) ?? items[0];
    const phrase = phrases[0];
    return item !== undefined && phrase !== undefined ? { item, phrase } : undefined;
  }

  /** Foresees the phrase of an item that is heard of before its commit, if there is only one left. */
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
 * How much of a growing text is sure to stay: everything before its last word, which the next piece may go on with.
 * In scripts without spaces too.
 */
function settledLength(text: string): number {
  const lastRun = /\S*$/u.exec(text)!;
  const lastWord = [...WORDS.segment(lastRun[0])].at(-1);
  return text.slice(0, lastRun.index + (lastWord?.index ?? 0)).trimEnd().length;
}
