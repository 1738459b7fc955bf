import { PROVIDER_IDS } from '@workspace/speech/provider';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArgumentError, parseArguments } from './arguments.ts';

function transcribe(...argv: string[]) {
  const invocation = parseArguments(['transcribe', ...argv]);
  if (invocation.command !== 'transcribe') throw new Error('only printed');
  return invocation.arguments;
}

const defaults = {
  file: 'speech.wav',
  languages: [],
  keywords: [],
  pace: 'realtime',
  json: false,
  cleanUp: false,
};

describe('Arguments', () => {
  test.for<[string[], object]>([
    [[], {}],
    [['--provider', 'deepgram'], { provider: 'deepgram' }],
    [['--provider', 'on-device'], { provider: 'on-device' }],
    [['--fallback', 'on-device'], { fallback: 'on-device' }],
    [['--provider=openai-compatible'], { provider: 'openai-compatible' }],
    [['--base-url', 'http://localhost:3003/v1'], { baseUrl: 'http://localhost:3003/v1' }],
    [['--base-url', 'https://Speech.Example:443//'], { baseUrl: 'https://speech.example' }],
    [['--model', 'whisper-large-v3'], { model: 'whisper-large-v3' }],
    [['--language', 'de-ch', '--language', 'EN', '--language', 'en'], { languages: ['de-CH', 'en'] }],
    [['--keyword', 'Zürich', '--keyword', ' net worth ', '--keyword', 'Zürich'], { keywords: ['Zürich', 'net worth'] }],
    [['--pace', 'fast'], { pace: 'fast' }],
    [['--json'], { json: true }],
  ])('%j are parsed', ([argv, expected]) => {
    expect(transcribe('speech.wav', ...argv)).toEqual({ ...defaults, ...expected });
    expect(transcribe(...argv, 'speech.wav')).toEqual({ ...defaults, ...expected });
  });

  test('may name a file that looks like an option', () => {
    expect(transcribe('--', '--json').file).toBe('--json');
  });
});

describe('Arguments are refused', () => {
  const keysElsewhere =
    "doesn't exist: other programs can see arguments, so API keys aren't passed that way. Put it into an environment variable instead, such as OPENAI_API_KEY.";
  const providerNames = new Intl.ListFormat('en', { type: 'disjunction' }).format(PROVIDER_IDS);

  test.for<[string[], string]>([
    [[], 'The only command is transcribe.'],
    [['translate', 'speech.wav'], 'The only command is transcribe.'],
    [['speech.wav'], 'The only command is transcribe.'],
    [['transcribe'], 'No WAV file given.'],
    [['transcribe', 'my', 'speech.wav'], 'Transcribe one file at a time. Put a name with spaces in quotes.'],
    [['transcribe', 'speech.wav', '--fast'], "--fast isn't an option."],
    [['transcribe', 'speech.wav', '--fast=sk-secret'], "--fast isn't an option."],
    [['transcribe', 'speech.wav', '-psk-secret'], "-p isn't an option."],
    [['transcribe', 'speech.wav', '--key', 'sk-secret'], `--key ${keysElsewhere}`],
    [['transcribe', 'speech.wav', '--api-key=sk-secret'], `--api-key ${keysElsewhere}`],
    [['--token', 'sk-secret', 'transcribe', 'speech.wav'], `--token ${keysElsewhere}`],
    [['transcribe', 'speech.wav', '--model'], '--model needs a value.'],
    [['transcribe', 'speech.wav', '--model', '--json'], "--model must be a model's name."],
    [['transcribe', 'speech.wav', '--model', ''], "--model must be a model's name."],
    [['transcribe', 'speech.wav', '--provider', 'sk-secret'], `--provider must be ${providerNames}.`],
    [['transcribe', 'speech.wav', '--fallback'], '--fallback needs a value.'],
    [['transcribe', 'speech.wav', '--fallback', 'openai'], '--fallback must be on-device.'],
    [['transcribe', 'speech.wav', '--pace', '2x'], '--pace must be realtime or fast.'],
    [
      ['transcribe', 'speech.wav', '--language', 'en', '--language', 'english'],
      '--language must be a BCP 47 tag, such as en or de-CH.',
    ],
    [['transcribe', 'speech.wav', '--language', 'en_US'], '--language must be a BCP 47 tag, such as en or de-CH.'],
    [['transcribe', 'speech.wav', '--language', ''], '--language must be a BCP 47 tag, such as en or de-CH.'],
    [['transcribe', 'speech.wav', '--keyword', ' '], '--keyword must be a word or phrase on one line.'],
    [['transcribe', 'speech.wav', '--keyword', 'a\nb'], '--keyword must be a word or phrase on one line.'],
    ...['localhost:3003/v1', 'speech.example', 'ws://localhost/v1', 'file:///v1', '', 'https://'].map(
      (url): [string[], string] => [
        ['transcribe', 'speech.wav', '--base-url', url],
        '--base-url must start with http:// or https://.',
      ],
    ),
    [
      ['transcribe', 'speech.wav', '--base-url', 'https://name:sk-secret@speech.example/v1'],
      '--base-url can’t contain a user name or password.',
    ],
    [
      ['transcribe', 'speech.wav', '--base-url', 'https://speech.example/v1?key=sk-secret'],
      '--base-url can’t contain ? or #.',
    ],
  ])('%j', ([argv, message]) => {
    expect(() => parseArguments(argv)).toThrow(new ArgumentError(message));
  });

  test('or parsed, whatever they are', () => {
    const words = fc.constantFrom(
      ...['transcribe', '--provider', '--base-url', '--model', '--language', '--keyword', '--pace', '--json', '--help'],
      ...['openai', 'fast', 'en', 'http://x', '--', '-', '', '-h', '--json=1', '--no-json', '--version', 'help'],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ unit: 'binary' })), { maxLength: 8 }), (argv) => {
        try {
          parseArguments(argv);
        } catch (error) {
          expect(error).toBeInstanceOf(ArgumentError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('The print command shows', () => {
  test.for([[['--version']], [['-V']], [['transcribe', 'speech.wav', '--version']]])('the version for %j', ([argv]) => {
    expect(parseArguments(argv!)).toEqual({ command: 'print', text: '0.5.5\n' });
  });

  test('the help, which names the command, its options and variables', () => {
    const [help, commandHelp] = [['--help'], ['transcribe', '--help']].map((argv) => parseArguments(argv));
    expect(help).toMatchObject({ command: 'print', text: expect.stringContaining('transcribe [options] <FILE.wav>') });
    const text = commandHelp?.command === 'print' ? commandHelp.text : '';
    for (const word of [
      '--provider',
      '--fallback',
      '--base-url',
      '--model',
      '--language',
      '--keyword',
      '--pace',
      '--json',
      'OPENAI_API_KEY',
    ])
      expect(text).toContain(word);
  });
});
