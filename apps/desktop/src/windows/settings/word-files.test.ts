import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeText,
  readWordFile,
  type WordFile,
  type Words,
  writeJson,
  writeReplacementTable,
  writeVocabularyTable,
} from './word-files.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function entriesOf({ vocabulary, replacements }: WordFile): Words {
  return { vocabulary: vocabulary.map(({ entry }) => entry), replacements: replacements.map(({ entry }) => entry) };
}

const read = (text: string, name = 'words.csv') => readWordFile(name, text);

describe('A table', () => {
  it('is a vocabulary if it has one column, and replacements if it has two', () => {
    expect(entriesOf(read('Grünwald\nSiobhán\n'))).toEqual({ vocabulary: ['Grünwald', 'Siobhán'], replacements: [] });
    expect(entriesOf(read('btw,by the way\num,\n'))).toEqual({
      vocabulary: [],
      replacements: [
        { from: 'btw', to: 'by the way' },
        { from: 'um', to: '' },
      ],
    });
  });

  it('can have a header', () => {
    expect(entriesOf(read('Word\nKubernetes')).vocabulary).toEqual(['Kubernetes']);
    for (const header of ['Replace,With', 'from,to', 'sep=,', 'sep=,\nFrom,To'])
      expect(entriesOf(read(`${header}\na,b`)).replacements).toEqual([{ from: 'a', to: 'b' }]);
    expect(read('sep=;\na;b').replacements).toEqual([{ place: 'Line 2', entry: { from: 'a', to: 'b' } }]);
    expect(read('Word')).toEqual({ vocabulary: [], replacements: [], problems: [] });
  });

  it.each([
    ['semicolons', 'mfg;Mit freundlichen Grüßen, Anna\nz. B.;zum Beispiel\n'],
    ['tabs', 'mfg\tMit freundlichen Grüßen, Anna\nz. B.\tzum Beispiel\n'],
    ['commas and quotation marks', 'mfg,"Mit freundlichen Grüßen, Anna"\nz. B.,zum Beispiel\n'],
  ])('can use %s', (_, text) => {
    const replacements = [
      { from: 'mfg', to: 'Mit freundlichen Grüßen, Anna' },
      { from: 'z. B.', to: 'zum Beispiel' },
    ];
    expect(entriesOf(read(text)).replacements).toEqual(replacements);
    expect(entriesOf(read(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).replacements).toEqual(replacements);
  });

  it('can have line breaks and quotation marks in cells, and blank lines between rows', () => {
    const { replacements, problems } = read('sig,"Best,\r\n\r\n""Anna"""\r\n\r\n \r\nlast,one\r\n');
    expect(problems).toEqual([]);
    expect(replacements).toEqual([
      { place: 'Line 1', entry: { from: 'sig', to: 'Best,\n\n"Anna"' } },
      { place: 'Line 6', entry: { from: 'last', to: 'one' } },
    ]);
  });

  it('loses only bad lines, which are named', () => {
    const { replacements, problems } = read('one,1\ntwo,"2\nthree,3\n"four"th,4\nfive,5,V\nsix,"6\n\n6"\nseven,7');
    expect(replacements.map(({ place, entry: { from } }) => `${place} ${from}`)).toEqual([
      'Line 1 one',
      'Line 3 three',
      'Line 6 six',
      'Line 9 seven',
    ]);
    expect(problems.map((problem) => problem.slice(0, 10))).toEqual(['Line 2 has', 'Line 4 has', 'Line 5 has']);
  });

  it('loses only the line whose quotation mark is never closed, even among thousands', () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => [`word ${index}`, `"${'x\n'.repeat(index % 7)}"`]);
    const text = `"never closed\n${rows.map((cells) => cells.join()).join('\n')}`;
    const { replacements, problems } = read(text);
    expect(problems).toEqual([expect.stringMatching(/^Line 1 has a quotation mark/)]);
    expect(replacements.map(({ entry }) => [entry.from, `"${entry.to}"`])).toEqual(rows);
    const { place, entry } = replacements.at(-1)!;
    expect(place).toBe(`Line ${text.split('\n').length - entry.to.length / 2}`);
  });

  it('is read only in part if it is far too long', () => {
    const { vocabulary, problems } = read('word\nagain\n'.repeat(10_100));
    expect(vocabulary.length).toBeGreaterThan(19_000);
    expect(problems).toEqual([expect.stringContaining('too long')]);
    expect(read('"a"b\n'.repeat(50_000)).problems.at(-1)).toContain('Too many lines');
  });

  it('is given up after many bad lines', () => {
    expect(read('"a"b\n'.repeat(1_000)).problems.at(-1)).toContain('Too many lines');
  });

  it('contains nothing that a spreadsheet would calculate, and is read back unchanged', () => {
    const replacements = ['=1+1', '+49 89', '-', '@home', "'=x", "'s", '\tx'].map((to) => ({ from: 'x', to }));
    const table = writeReplacementTable(replacements);
    expect(table).not.toMatch(/(^|[,"\n])[=+\-@\t]/m);
    expect(entriesOf(read(table)).replacements).toEqual(replacements);
  });
});

describe('JSON', () => {
  it('can have both lists, or one, or be a single list of both', () => {
    const words = { vocabulary: ['Kubernetes'], replacements: [{ from: 'a', to: 'b' }] };
    expect(entriesOf(read(JSON.stringify(words), 'a.JSON'))).toEqual(words);
    expect(entriesOf(read('{ "vocabulary": ["x"] }', 'a.json'))).toEqual({ vocabulary: ['x'], replacements: [] });
    expect(entriesOf(read('\uFEFF["Kubernetes", { "from": "a", "to": "b", "note": 1 }]', 'a.json'))).toEqual(words);
  });

  it('loses only bad entries, which are named', () => {
    const text = '{ "vocabulary": ["x", 7, "y"], "replacements": [null, { "from": "a" }, { "from": "a", "to": "b" }] }';
    const file = read(text, 'a.json');
    expect(entriesOf(file)).toEqual({ vocabulary: ['x', 'y'], replacements: [{ from: 'a', to: 'b' }] });
    expect(file.problems.map((problem) => problem.split(' is')[0])).toEqual([
      'Word 2',
      'Replacement 1',
      'Replacement 2',
    ]);
  });

  it.each([
    ['{ "vocabulary": [', 'The file isn’t valid JSON.'],
    ['{ "words": [] }', 'The file has neither “vocabulary” nor “replacements”.'],
    ['7', 'The file has neither “vocabulary” nor “replacements”.'],
    ['{ "vocabulary": "x" }', '“vocabulary” isn’t a list.'],
  ])('is reported if it has another format: %s', (text, problem) => {
    expect(read(text, 'a.json')).toEqual({ vocabulary: [], replacements: [], problems: [problem] });
  });
});

describe('The bytes of a file', () => {
  it.each([
    ['UTF-8', utf8('Grüße')],
    ['UTF-8 with a byte order mark', utf8('\uFEFFGrüße')],
    ['UTF-16', Buffer.from('\uFEFFGrüße', 'utf16le')],
    ['big-endian UTF-16', Buffer.from('\uFEFFGrüße', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('Grüße', 'latin1')],
  ])('are decoded as %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe('Grüße');
  });
});

describe('Any content', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/\r\n?/g, '\n'));
  const awkward = fc.string({
    unit: fc.constantFrom('"', ',', ';', '\n', ' ', "'", '=', '-', 'ä', '\t'),
    maxLength: 12,
  });
  const text = fc.oneof(cell, awkward);
  const word = text.filter((value) => value.trim() !== '');
  const vocabularies = fc.array(word, { maxLength: 10 });
  const replacementLists = fc.array(fc.record({ from: word, to: text }), { maxLength: 10 });

  it('is read back unchanged from a vocabulary table', () => {
    fc.assert(
      fc.property(vocabularies, (vocabulary) => {
        const file = read(decodeText(utf8(writeVocabularyTable(vocabulary))));
        expect([file.problems, entriesOf(file)]).toEqual([[], { vocabulary, replacements: [] }]);
      }),
    );
  });

  it('is read back unchanged from a replacement table', () => {
    fc.assert(
      fc.property(replacementLists, (replacements) => {
        const file = read(decodeText(utf8(writeReplacementTable(replacements))));
        expect([file.problems, entriesOf(file)]).toEqual([[], { vocabulary: [], replacements }]);
      }),
    );
  });

  it('is read back unchanged from JSON', () => {
    fc.assert(
      fc.property(vocabularies, replacementLists, (vocabulary, replacements) => {
        const file = read(decodeText(utf8(writeJson({ vocabulary, replacements }))), 'words.json');
        expect([file.problems, entriesOf(file)]).toEqual([[], { vocabulary, replacements }]);
      }),
    );
  });

  it('never causes an error when it is read', () => {
    const names = fc.constantFrom('a.csv', 'a.json');
    const texts = fc.oneof(fc.string({ unit: 'binary' }), awkward, fc.json());
    fc.assert(fc.property(names, texts, (name, content) => void readWordFile(name, content)));
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodeText(bytes)));
  });
});
