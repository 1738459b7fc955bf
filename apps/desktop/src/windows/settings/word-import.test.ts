import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_WORDS, settingsChangeSchema } from '../../ipc/settings-document.ts';
import { readWordFile } from './word-files.ts';
import { addedTo, planImport } from './word-import.ts';

const CURRENT = { vocabulary: ['Kubernetes', 'Grünwald'], replacements: [{ from: 'new paragraph', to: '\n\n' }] };

const plan = (text: string, current = CURRENT) => planImport(current, readWordFile('words.csv', text));

describe('An import', () => {
  it('adds only new entries, after the existing ones', () => {
    const { added, duplicates, problems } = plan(' Kubernetes \nSiobhán\nSiobhán\n');
    expect({ added, duplicates, problems }).toEqual({
      added: { vocabulary: ['Siobhán'], replacements: [] },
      duplicates: 2,
      problems: [],
    });
    expect(addedTo(CURRENT, added)).toEqual({ vocabulary: ['Kubernetes', 'Grünwald', 'Siobhán'] });
  });

  it('never changes an existing replacement, whatever its case', () => {
    const { added, duplicates, problems } = plan(
      'New  Paragraph,¶\nnew paragraph,"\n\n"\nbtw,by the way\nBTW,otherwise\n',
    );
    expect(added.replacements).toEqual([{ from: 'btw', to: 'by the way' }]);
    expect(duplicates).toBe(1);
    expect(problems).toEqual([
      'Line 1: “New  Paragraph” is already replaced by something else.',
      'Line 6: “BTW” is already replaced by something else.',
    ]);
  });

  it('adds only entries within the limits, and names the others', () => {
    const { added, problems } = plan(
      `${'x'.repeat(101)}\nshort\n${'y'.repeat(201)},z\nempty,\n,nothing\nz,${'z'.repeat(2_001)}`,
    );
    expect(added).toEqual({ vocabulary: ['short'], replacements: [{ from: 'empty', to: '' }] });
    expect(problems).toEqual([
      'Line 1: the word can have at most 100 characters.',
      'Line 3: the left side can have at most 200 characters.',
      'Line 5: the left side can’t be empty.',
      'Line 6: the right side can have at most 2,000 characters.',
    ]);
  });

  it('fills the vocabulary up to its limit, and names the entries beyond it', () => {
    const lines = Array.from({ length: MAX_WORDS }, (_, index) => `word ${index}`);
    const { added, problems } = plan(lines.join('\n'));
    expect(added.vocabulary.length).toBe(MAX_WORDS - CURRENT.vocabulary.length);
    expect(problems).toEqual([
      'Line 499: the vocabulary is full. It can have at most 500 entries.',
      'Line 500: the vocabulary is full. It can have at most 500 entries.',
    ]);
  });

  it('is always accepted by the settings, and adds nothing the second time', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'B', ',', ' ', '"', '=', 'ß'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const file = readWordFile('words.csv', lines.join('\n'));
        const change = addedTo(CURRENT, planImport(CURRENT, file).added);
        const { vocabulary = CURRENT.vocabulary, replacements = CURRENT.replacements } = change;
        expect(settingsChangeSchema.safeParse(change)).toMatchObject({ success: true, data: change });
        expect(addedTo(CURRENT, planImport({ vocabulary, replacements }, file).added)).toEqual({});
      }),
    );
  });
});
