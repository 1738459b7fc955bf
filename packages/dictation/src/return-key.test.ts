import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InsertionTarget } from './ports.ts';
import { type Delivery, decideReturn, type InsertionResult, NOTHING_DELIVERED, withDelivery } from './return-key.ts';

const CHAT: InsertionTarget = { id: 'chat', kind: 'chat', app: 'Chat' };
const EDITOR: InsertionTarget = { id: 'editor', kind: 'multi-line', app: 'Editor' };

function delivered(...results: Partial<InsertionResult>[]): Delivery {
  return results.reduce<Delivery>(
    (delivery, result) =>
      withDelivery(delivery, {
        outcome: 'inserted',
        text: 'text',
        target: CHAT,
        pressReturn: false,
        isSilence: false,
        ...result,
      }),
    NOTHING_DELIVERED,
  );
}

const yes = () => true;
const no = () => false;

describe('Return after a dictation', () => {
  it('is pressed in the field that got the last text', () => {
    expect(decideReturn(delivered({ target: EDITOR }, {}), yes)).toEqual({ press: CHAT });
  });

  it('is not pressed if it wasn’t requested, or nothing was said', () => {
    expect(decideReturn(delivered({}), no)).toBe('none');
    expect(decideReturn(NOTHING_DELIVERED, yes)).toBe('none');
    expect(decideReturn(delivered({ text: '', pressReturn: true }), yes)).toBe('none');
  });

  it('is requested by the settings of the app that got the last text', () => {
    const isAsked = (app: string | undefined) => app === 'Chat';
    expect(decideReturn(delivered({ target: EDITOR }, {}), isAsked)).toEqual({ press: CHAT });
    expect(decideReturn(delivered({}, { target: EDITOR }), isAsked)).toBe('none');
  });

  it('is requested by the spoken command only at the end', () => {
    expect(decideReturn(delivered({ pressReturn: true }), no)).toEqual({ press: CHAT });
    expect(decideReturn(delivered({}, { text: '', pressReturn: true, target: EDITOR }), no)).toEqual({ press: CHAT });
    expect(decideReturn(delivered({ pressReturn: true }, {}), no)).toBe('none');
  });

  it('is withheld and reported if a text was not confirmed', () => {
    expect(decideReturn(delivered({ outcome: 'unconfirmed' }, {}), yes)).toBe('unconfirmed');
  });

  it('is pressed only if all texts were confirmed', () => {
    const result = fc.record({
      outcome: fc.constantFrom('inserted', 'unconfirmed', 'on-clipboard', 'secure-field', 'failed'),
      text: fc.constantFrom('', 'text'),
      target: fc.constantFrom(CHAT, EDITOR),
      pressReturn: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(result, { maxLength: 6 }), (results) => {
        const decision = decideReturn(delivered(...results), yes);
        const written = results.filter(({ text }) => text !== '');
        const isSeen = written.every(({ outcome }) => outcome === 'inserted');
        const isThere = written.every(({ outcome }) => outcome === 'inserted' || outcome === 'unconfirmed');
        const last = written.at(-1)?.target;
        expect(decision).toEqual(!last || !isThere ? 'none' : isSeen ? { press: last } : 'unconfirmed');
      }),
    );
  });
});
