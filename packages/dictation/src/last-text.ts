import type { InsertionResult } from './return-key.ts';
import { appendText } from './spacing.ts';

/** The last text meant for insertion, kept so that it can be pasted again. */
export class LastText {
  #last: { take: number; text: string; asHeard: string; isTidied: boolean } | undefined;
  #lastAsHeard: string | undefined;

  get text(): string | undefined {
    return this.#last?.text;
  }

  /** The last text that was tidied up, as heard. */
  get asHeard(): string | undefined {
    return this.#lastAsHeard;
  }

  /** Adds a text; returns all text of its take so far. */
  add(take: number, { text, asHeard = text }: Pick<InsertionResult, 'text' | 'asHeard'>): string {
    const before = this.#last?.take === take ? this.#last : undefined;
    this.#last = {
      take,
      text: appendText(before?.text ?? '', text),
      asHeard: appendText(before?.asHeard ?? '', asHeard),
      isTidied: before?.isTidied || asHeard !== text,
    };
    if (this.#last.isTidied) this.#lastAsHeard = this.#last.asHeard;
    return this.#last.text;
  }

  forget(): void {
    this.#last = undefined;
    this.#lastAsHeard = undefined;
  }
}
