import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FollowedText, followCommands } from './spoken-commands.ts';
import { COMMAND_PHRASES, WORDS_LANGUAGES } from './spoken-words.ts';
import { OwnWords } from './untouched-text.ts';

const NO_WORDS = new OwnWords({ vocabulary: [], replacements: [] });

function follow(
  phrases: string[],
  { languages = [] as string[], ownWords = NO_WORDS, following = [] as string[] } = {},
) {
  return followCommands(phrases, languages, ownWords, following);
}
const textOf = (...phrases: string[]) => follow(phrases).text;

describe('spoken commands', () => {
  it.each([
    [['Hello. New line. How are you'], 'Hello.\nHow are you'],
    [['Hello.', 'New line.', 'how are you?'], 'Hello.\nhow are you?'],
    [['hello', 'new line', 'how are you'], 'hello\nhow are you'],
    [['New line.'], '\n'],
    [['New line, hello'], '\nHello'],
    [['Hello there, new line.'], 'Hello there\n'],
    [['Here they are: new line. Milk.'], 'Here they are:\nMilk.'],
    [['One. New paragraph. Two'], 'One.\n\nTwo'],
    [['New line, new line, new line. Foo'], '\n\n\nFoo'],
    [['Thank you, new line, new paragraph.'], 'Thank you\n\n\n'],
    [['Thank you, new line new line.', 'Anna'], 'Thank you\n\nAnna'],
    [['Hola. ¡Nueva línea! ¿Cómo estás?'], 'Hola.\n¿Cómo estás?'],
    [['Hello - new line. World', '¿Nueva línea? No'], 'Hello\nWorld\nNo'],
    [['你好。New line。再见'], '你好。\n再见'],
    [['He said "Hello." New line. Then he left.'], 'He said "Hello."\nThen he left.'],
    [['First.  Second. New-line! Third.'], 'First.  Second.\nThird.'],
  ])('break lines: %j', (phrases, text) => {
    expect(follow(phrases)).toEqual({ text });
  });

  it.each([
    [['One. New paragraph, two'], 'One.\n\nTwo'],
    [['One. New line, new line, ¿qué?'], 'One.\n\n¿Qué?'],
    [['One. Two. Scratch that, three'], 'One. Three'],
    [['one. new line, two'], 'one.\ntwo'],
    [['One, new line. two'], 'One\ntwo'],
    [['New line, iPhones'], '\niPhones'],
  ])('pass the capital letter of a sentence they began on to the next word: %j', (phrases, text) => {
    expect(follow(phrases)).toEqual({ text });
  });

  it.each([
    'I want a new line here.',
    'New line new line breaks are odd.',
    'The options are tab, new line, new paragraph, and space.',
    'I want a new line.',
    'New line breaks are odd.',
    'The options are tab, new line, and space.',
    'He said "New line." and left.',
    '“Go on. New line. Stop.”',
    'He said, ‘Scratch that.’ And we did.',
    'Do not press enter.',
    'A brand-new line.',
    'Let us scratch that. Or not',
  ])('are text inside a sentence or a quotation: %j', (text) => {
    expect(follow([text])).toEqual({ text });
  });

  it('are text in a quotation across several phrases', () => {
    expect(textOf('He said “one', 'new line', 'two” and left.')).toBe('He said “one new line two” and left.');
  });

  it.each([
    [['One. Two. Scratch that.'], 'One.'],
    [['One. Two', 'three.', 'Scratch that', 'Four.'], 'One. Four.'],
    [['I like tea. I like coffee, scratch that.'], 'I like tea.'],
    [['hello world', 'how are you', 'scratch that'], 'hello world'],
    [['I met Dr. Smith. Scratch that. Hi.'], 'Hi.'],
    [['Hello.', 'New line.', 'Scratch that.', 'Bye.'], 'Hello. Bye.'],
    [['One. Two. Three.', 'Scratch that. Scratch that.'], 'One.'],
    [['Scratch that. Hello.'], 'Hello.'],
    [['Scratch that.'], ''],
    [['I use example.com. It costs 3.5. Scratch that. Bye.'], 'I use example.com. Bye.'],
    [['Hola. ¡Borra eso!', 'Adiós.'], 'Adiós.'],
  ])('retract the preceding sentence: %j', (phrases, text) => {
    expect(follow(phrases)).toEqual({ text });
  });

  it('retract pending text even from a following phrase, whose own text is left out', () => {
    expect(follow(['One.', 'Two.'], { following: ['Scratch that.'] })).toEqual({ text: 'One.' });
    expect(follow(['One.', 'Two.'], { following: ['Scratch that.', 'scratch that', 'Three.'] })).toEqual({ text: '' });
    expect(follow(['One.'], { following: ['Two.', 'Scratch that.'] })).toEqual({ text: 'One.' });
  });

  it('press Enter only at the very end', () => {
    expect(follow(['Send it. Press enter.'])).toEqual({ text: 'Send it.', pressEnter: 'Press enter.' });
    expect(follow(['Send it', 'hit return'])).toEqual({ text: 'Send it', pressEnter: 'hit return' });
    expect(follow(['Press enter.'])).toEqual({ text: '', pressEnter: 'Press enter.' });
    expect(follow(['One. Two, scratch that, press enter.'])).toEqual({ text: 'One.', pressEnter: 'press enter.' });
    expect(follow(['Press enter. Then wait.'])).toEqual({ text: 'Press enter. Then wait.' });
    expect(follow(['Press enter.', 'Then wait.'])).toEqual({ text: 'Press enter. Then wait.' });
    expect(follow(['Press enter.'], { following: ['Then wait.'] })).toEqual({ text: 'Press enter.' });
    expect(follow(['Press enter.', 'Scratch that.'])).toEqual({ text: '' });
    expect(follow(['One.'], { following: ['Press enter.'] })).toEqual({ text: 'One.' });
  });

  it('are known in four languages, in capitals and without accents', () => {
    const expected: Record<string, FollowedText> = {
      newLine: { text: 'Oui.\nnon' },
      newParagraph: { text: 'Oui.\n\nnon' },
      scratchThat: { text: 'non' },
    };
    const plain = (phrase: string) =>
      phrase
        .normalize('NFD')
        .replace(/[\u0300\u0301\u0327]/g, '')
        .toUpperCase();
    for (const language of WORDS_LANGUAGES) {
      const { pressEnter, ...others } = COMMAND_PHRASES[language];
      for (const [command, phrases] of Object.entries(others)) {
        for (const phrase of phrases.flatMap((said) => [
          said,
          `${said.toUpperCase()}.`,
          ...(language === 'de' ? [] : [plain(said)]),
        ])) {
          expect(follow(['Oui.', phrase, 'non'], { languages: [`${language}-XX`] }), phrase).toEqual(expected[command]);
        }
      }
      for (const phrase of pressEnter) {
        expect(follow(['Oui.', phrase], { languages: [language] })).toEqual({ text: 'Oui.', pressEnter: phrase });
      }
    }
  });

  it('are text if their language is not spoken', () => {
    expect(follow(['Hallo.', 'Neue Zeile.'], { languages: ['en', 'it'] })).toEqual({ text: 'Hallo. Neue Zeile.' });
    expect(follow(['Hello.', 'New line.'], { languages: ['it'] })).toEqual({ text: 'Hello. New line.' });
  });

  it('are text if they are the user’s own words', () => {
    const ownWords = new OwnWords({
      vocabulary: ['New Line Cinema'],
      replacements: [{ from: 'scratch that', to: 'Scratch' }],
    });
    expect(follow(['New line', 'Scratch that.'], { ownWords })).toEqual({ text: '\nScratch that.' });
    const cinema = new OwnWords({ vocabulary: ['new line'], replacements: [] });
    expect(follow(['Hello.', 'New line.'], { ownWords: cinema })).toEqual({ text: 'Hello. New line.' });
  });
});

describe('in any phrases', () => {
  const sentence = fc.constantFrom(
    'One.',
    'two',
    'Three?',
    'I want a new line',
    'She said “press enter.”',
    'and so on,',
  );
  const command = fc.constantFrom('New line.', 'new paragraph', 'Scratch that.', 'nueva línea', 'Press enter.');
  const phrases = fc.array(fc.oneof(sentence, command), { maxLength: 12 });
  const wordsOf = (text: string) => text.match(/\S+/g) ?? [];

  it('no words are added, and text without commands is unchanged', () => {
    fc.assert(
      fc.property(phrases, fc.array(sentence, { maxLength: 6 }), (all, plain) => {
        const { text, pressEnter = '' } = follow(all);
        const said = wordsOf(all.join(' ')).map((found) => found.replace(/,$/, ''));
        let at = -1;
        for (const found of wordsOf(`${text} ${pressEnter}`).map((word) => word.replace(/,$/, ''))) {
          at = said.indexOf(found, at + 1);
          expect(at, found).toBeGreaterThanOrEqual(0);
        }
        expect(text).not.toMatch(/ \n|\n |(?:^|\s)[.,](?:\s|$)/);
        expect(textOf(plain.join(' '))).toBe(plain.join(' '));
      }),
    );
  });

  it('without retractions, only the commands themselves are removed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(sentence, fc.constantFrom('New line.', 'nuevo párrafo')), { maxLength: 12 }),
        (all) => {
          const kept = all.filter((phrase) => phrase !== 'New line.' && phrase !== 'nuevo párrafo');
          const bare = (text: string) => wordsOf(text).map((word) => word.replace(/,$/, ''));
          expect(bare(follow(all).text)).toEqual(bare(kept.join(' ')));
        },
      ),
    );
  });

  it('text composed with known following phrases is a prefix of the text of all phrases', () => {
    fc.assert(
      fc.property(phrases, fc.array(sentence, { minLength: 1, maxLength: 3 }), (all, following) => {
        const text = follow(all, { following }).text;
        expect(follow([...all, ...following]).text.startsWith(text.trimEnd())).toBe(true);
      }),
    );
  });
});
