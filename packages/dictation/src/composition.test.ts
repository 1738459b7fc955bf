import { describe, expect, it } from 'vitest';
import { Composition, type Place } from './composition.ts';
import { AS_RECOGNIZED, type WritingSettings } from './writing.ts';

const EDITOR: Place = { kind: 'multi-line' };
const ALL_ON: Partial<WritingSettings> = { spokenCommands: true, removeFillers: true, fitToCaret: true };

function compose(phrases: string[], writing: Partial<WritingSettings> = {}, place: Place = EDITOR) {
  const composition = new Composition({ ...AS_RECOGNIZED, ...writing });
  const said = composition.follow({ phrases });
  return { ...said, text: composition.place(said.text, place) };
}

describe('a text composed for its field', () => {
  it('gets its replacements, is made safe for the field, and spaced from the text before the caret', () => {
    const replacements = [{ from: 'new line', to: '\n' }];
    const phrases = ['first new line', 'second'];
    const place: Place = { kind: 'multi-line', around: { before: 'So:' } };
    expect(compose(phrases, { replacements }, place).text).toBe(' first \n second');
    expect(compose(phrases, { replacements }, { kind: 'terminal', ownTextBefore: '$ ' }).text).toBe('first second');
  });

  it('is unchanged if everything is turned off', () => {
    const place: Place = { kind: 'single-line', around: { before: 'We went', after: ' home.', field: 'search' } };
    expect(compose(['Um.', 'Scratch that.', 'And.', 'Press enter.'], {}, place)).toEqual({
      text: ' Um. Scratch that. And. Press enter.',
      isSilence: false,
    });
  });

  it('loses its fillers before commands are detected, and both happen before replacements', () => {
    const replacements = [{ from: 'we left', to: 'um, new line.' }];
    expect(compose(['Um, hello.', 'Er, new line.', 'Uh, we left.'], { ...ALL_ON, replacements }).text).toBe(
      'Hello.\num, new line..',
    );
  });

  it('keeps words from the user’s replacements, even if they are also commands or fillers', () => {
    const replacements = [
      { from: 'new line', to: '⏎' },
      { from: 'um', to: 'UM' },
    ];
    expect(compose(['New line.', 'Um, hello.'], { ...ALL_ON, replacements }).text).toBe('⏎. UM, hello.');
  });

  it('has the line breaks that the field accepts', () => {
    const phrases = ['One.', 'New line.', 'Two.'];
    expect(compose(phrases, ALL_ON).text).toBe('One.\nTwo.');
    expect(compose(phrases, ALL_ON, { kind: 'terminal' }).text).toBe('One. Two.');
    expect(compose(phrases, { ...ALL_ON, lineBreaks: 'keep' }, { kind: 'terminal' }).text).toBe('One.\nTwo.');
    expect(compose(['New line.'], ALL_ON).text).toBe('\n');
  });

  it('reports whether "press enter" was said, and whether nothing was', () => {
    expect(compose(['Send.', 'Um, press enter.'], ALL_ON)).toEqual({
      text: 'Send.',
      pressEnter: 'Press enter.',
      isSilence: false,
    });
    expect(compose(['Um.', 'Hmm…'], ALL_ON)).toEqual({ text: '', isSilence: true });
    expect(compose(['Um.', 'Scratch that.'], ALL_ON)).toEqual({ text: '', isSilence: false });
  });

  it('fits the sentence on both sides of the caret', () => {
    const around = { before: 'We stayed', after: 'because it rained.' };
    expect(compose(['And then we left.'], ALL_ON, { kind: 'multi-line', around }).text).toBe(' and then we left ');
    expect(compose(['And then we left.'], {}, { kind: 'multi-line', around }).text).toBe(' And then we left.');
    const spaced = { before: 'We stayed ', after: ' because it rained.' };
    expect(compose(['And then we left.'], ALL_ON, { kind: 'multi-line', around: spaced }).text).toBe(
      'and then we left',
    );
  });

  it('gets no space before the mark that closes its quotation', () => {
    const around = { before: 'He said "we', after: '" and left.' };
    expect(compose(['And they.'], ALL_ON, { kind: 'multi-line', around }).text).toBe(' and they.');
  });

  it('is not fitted in a terminal, or to our own text', () => {
    const around = { before: '~ git commit -m ', after: 'x' };
    expect(compose(['And so.'], ALL_ON, { kind: 'terminal', around }).text).toBe('And so.');
    expect(compose(['And so.'], ALL_ON, { kind: 'multi-line', ownTextBefore: 'We went' }).text).toBe(' And so.');
  });
});
