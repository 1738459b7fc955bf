import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinWindows } from './join-windows.ts';

function join(...texts: string[]): string {
  return joinWindows(texts.map((text) => ({ text, breaksOff: true })));
}

describe('The texts of windows', () => {
  test.for([
    [['How much there might.', 'Be prudently in his power.'], 'How much there might be prudently in his power.'],
    [['He might have been', 'Made amiable.'], 'He might have been made amiable.'],
    [['I have asked.', 'John about it.'], 'I have asked. John about it.'],
    [['That is what.', 'I said.'], 'That is what. I said.'],
    [['Is it here?', 'The other one.'], 'Is it here? The other one.'],
    [['Wait…', 'And see.'], 'Wait… And see.'],
    [['Well then.', 'It’s done.'], 'Well then. It’s done.'],
    [['', 'The beginning.', '', 'Of it.'], 'The beginning of it.'],
    [['', ''], ''],
  ] satisfies [string[], string][])('%j are joined as expected', ([texts, whole]) => {
    expect(join(...texts)).toBe(whole);
  });

  test('stay separate sentences where the speaker paused', () => {
    const windows = [
      { text: 'It is late.', breaksOff: false },
      { text: 'The shop is closed.', breaksOff: true },
    ];
    expect(joinWindows(windows)).toBe('It is late. The shop is closed.');
  });

  test('are joined without losing or adding letters', () => {
    const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.boolean()), (texts, breaks) => {
        const windows = texts.map((text, index) => ({ text, breaksOff: breaks[index] ?? true }));
        expect(letters(joinWindows(windows))).toBe(letters(texts.join('')));
      }),
    );
  });
});
