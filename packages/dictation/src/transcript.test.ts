import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dropProvisional,
  EMPTY_TRANSCRIPT,
  setProvisional,
  settle,
  settledUpTo,
  type Transcript,
  textOf,
  textSoFar,
  unsettled,
} from './transcript.ts';

const range = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 30 }))
  .map(([from, length]) => ({ from, to: from + length }));

const settleAll = (ranges: readonly { from: number; to: number }[]): Transcript =>
  ranges.reduce((transcript, part, index) => settle(transcript, part, `t${index}`), EMPTY_TRANSCRIPT);

describe('a transcript', () => {
  it('assigns each sample to at most one piece, in the order of the audio', () => {
    fc.assert(
      fc.property(fc.array(range), (ranges) => {
        const { pieces } = settleAll(ranges);
        pieces.forEach((piece, index) => {
          expect(piece.from).toBeLessThan(piece.to);
          expect(piece.from).toBeGreaterThanOrEqual(pieces[index - 1]?.to ?? 0);
        });
        expect(new Set(pieces.map(({ id }) => id)).size).toBe(pieces.length);
      }),
    );
  });

  it('knows for every sample whether it is settled', () => {
    fc.assert(
      fc.property(fc.array(range), (ranges) => {
        const open = unsettled(settleAll(ranges), { from: 0, to: 100 });
        for (let sample = 0; sample < 100; sample += 1) {
          const settled = ranges.some(({ from, to }) => from <= sample && sample < to);
          expect(open.some(({ from, to }) => from <= sample && sample < to)).toBe(!settled);
        }
      }),
    );
  });

  it('keeps the first text for audio that is settled twice', () => {
    const once = settle(EMPTY_TRANSCRIPT, { from: 0, to: 10 }, 'yes');
    expect(settle(once, { from: 0, to: 10 }, 'no')).toBe(once);
  });

  it('is settled up to the first gap', () => {
    expect(
      settledUpTo(
        settleAll([
          { from: 0, to: 5 },
          { from: 9, to: 12 },
          { from: 5, to: 7 },
        ]),
      ),
    ).toBe(7);
    expect(settledUpTo(settleAll([{ from: 1, to: 5 }]))).toBe(0);
  });

  it('joins its pieces in the order of the audio, with spaces where they belong', () => {
    const transcript = settle(settle(EMPTY_TRANSCRIPT, { from: 5, to: 9 }, ', world'), { from: 0, to: 5 }, 'Hello');
    expect(textOf(settle(transcript, { from: 9, to: 10 }, 'Again.').pieces)).toBe('Hello, world Again.');
  });

  it('shows provisional text between and after the pieces until it is settled', () => {
    const settled = settle(EMPTY_TRANSCRIPT, { from: 0, to: 5 }, 'One');
    const entry = { session: 1, from: 5, stable: 0 };
    const heard = setProvisional(setProvisional(settled, { ...entry, segment: 'a', text: 'tw' }), {
      ...entry,
      segment: 'a',
      text: 'two',
    });
    expect(textSoFar(heard)).toBe('One two');
    expect(textSoFar(settle(heard, { from: 5, to: 8 }, 'Two.'))).toBe('One Two.');
    expect(textSoFar(dropProvisional(heard, 1, 'a'))).toBe('One');
  });

  it('drops an earlier session’s provisional text once the next session sends some', () => {
    const early = setProvisional(EMPTY_TRANSCRIPT, { session: 1, segment: 'a', from: 0, text: 'old', stable: 0 });
    const later = setProvisional(early, { session: 2, segment: 'b', from: 0, text: 'new', stable: 0 });
    expect(textSoFar(later)).toBe('new');
  });
});
