// What the command line prints and returns if arguments, environment or file are invalid.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCommandLine } from './command-line-process.ts';
import { scratchFolder } from './scratch-folder.ts';
import { wavFile } from './wav-files.ts';

const folder = scratchFolder();
const KEY = 'sk-e2e-bad-input-0123456789abcdef';
const USAGE = 'Usage: npm run saykey -- transcribe FILE.wav [options]. See --help for the options.';

const tone = Float64Array.from({ length: 2_400 }, (_, index) => Math.sin(index / 10) / 2);
const wav = wavFile(24_000, 'pcm16', [tone]);

/** Writes a file and returns its name. */
function file(name: string, bytes: Buffer | string): string {
  writeFileSync(join(folder, name), bytes);
  return name;
}

/** The WAV file with one value of its header changed. */
function patched(at: number, ...values: number[]): Buffer {
  const bytes = Buffer.from(wav);
  bytes.set(values, at);
  return bytes;
}

mkdirSync(join(folder, 'folder.wav'));
const good = file('good.wav', wav);

const BAD_ARGUMENTS: [args: string[], message: string][] = [
  [[], 'The only command is transcribe.'],
  [['listen'], 'The only command is transcribe.'],
  [['transcribe'], 'No WAV file given.'],
  [['transcribe', good, good], 'Transcribe one file at a time. Put a name with spaces in quotes.'],
  [['transcribe', good, '--shout'], "--shout isn't an option."],
  [['transcribe', good, '--language'], '--language needs a value.'],
  [
    ['transcribe', good, '--provider', 'someone'],
    '--provider must be on-device, openai, deepgram, groq, mistral, soniox, assemblyai, elevenlabs, or openai-compatible.',
  ],
  [['transcribe', good, '--base-url', 'ftp://example.org'], '--base-url must start with http:// or https://.'],
  [
    ['transcribe', good, '--base-url', `http://user:${KEY}@localhost/v1`],
    '--base-url can’t contain a user name or password.',
  ],
  [['transcribe', good, '--base-url', 'http://localhost/v1?x'], '--base-url can’t contain ? or #.'],
  [['transcribe', good, '--model', ''], "--model must be a model's name."],
  [['transcribe', good, '--language', 'english'], '--language must be a BCP 47 tag, such as en or de-CH.'],
  [['transcribe', good, '--keyword', ' '], '--keyword must be a word or phrase on one line.'],
  [['transcribe', good, '--pace', 'slow'], '--pace must be realtime or fast.'],
  [
    ['transcribe', good, '--api-key', KEY],
    "--api-key doesn't exist: other programs can see arguments, so API keys aren't passed that way. Put it into an environment variable instead, such as OPENAI_API_KEY.",
  ],
];

const BAD_ENVIRONMENTS: [name: string, args: string[], environment: Record<string, string>, message: string][] = [
  ['no key', ['--provider', 'openai'], {}, 'Missing required environment variable OPENAI_API_KEY'],
  ['an empty key', [], { OPENAI_API_KEY: ' ' }, 'Missing required environment variable OPENAI_API_KEY'],
  [
    'no key for Deepgram',
    ['--provider', 'deepgram'],
    { OPENAI_API_KEY: KEY },
    'Missing required environment variable DEEPGRAM_API_KEY',
  ],
  [
    'a key with a line break',
    [],
    { OPENAI_API_KEY: `${KEY}\n${KEY}` },
    'OPENAI_API_KEY contains a character that doesn’t belong there, such as a space or a line break. Copy the API key again.',
  ],
  [
    'a wrong address',
    [],
    { OPENAI_API_KEY: KEY, SAYKEY_SPEECH_URL: 'localhost:3003' },
    'SAYKEY_SPEECH_URL must start with http:// or https://.',
  ],
  [
    'no address',
    ['--provider', 'openai-compatible'],
    { OPENAI_API_KEY: KEY },
    'The provider needs an address: give --base-url, or set SAYKEY_SPEECH_URL.',
  ],
];

const MP3 = Buffer.from('ID3\u0004 and so on: more than twelve bytes', 'latin1');
const BAD_FILES: [name: string, bytes: Buffer | string | undefined, finding: string][] = [
  ['missing.wav', undefined, 'was not found. Check the path.'],
  ['folder.wav', undefined, 'is a folder, not a WAV file.'],
  ['/dev/null', undefined, 'is a pipe or a device. Save the audio as a WAV file first.'],
  ['empty.wav', '', 'is empty.'],
  ['notes.wav', 'just some text, no sound', 'is not a WAV file. Convert it to WAV first.'],
  ['song.wav', MP3, 'is an MP3 file. Convert it to WAV first.'],
  ['start.wav', wav.subarray(0, 20), 'is cut off in its header. Copy or record it again.'],
  ['no-audio.wav', wav.subarray(0, 36), 'contains no audio: it has no data chunk.'],
  [
    'compressed.wav',
    patched(20, 0x11),
    'contains compressed audio; its codec is IMA ADPCM. Save it as a WAV file with PCM audio.',
  ],
  ['no-channel.wav', patched(22, 0), 'has a damaged header: it states 0 channels.'],
  ['slow.wav', patched(24, 0xe8, 0x03), 'has a sample rate of 1000 Hz; from 4000 to 192000 Hz can be read.'],
  [
    'bits.wav',
    patched(34, 12),
    'has samples of 12 bits; PCM of 8, 16, 24 or 32 bits and float of 32 or 64 bits can be read.',
  ],
];

/** Runs the command in the folder with the files. */
function run(args: readonly string[], environment: Record<string, string> = { OPENAI_API_KEY: KEY }) {
  return startCommandLine(args, environment, folder).ended;
}

describe.concurrent('The command line exits with 2 and says what to do', () => {
  test.each(BAD_ARGUMENTS)('when called with %j', async (args, message) => {
    expect(await run(args)).toEqual({ exitCode: 2, stdout: '', stderr: `${message}\n${USAGE}\n` });
  });

  test.each(BAD_ENVIRONMENTS)('when the environment contains %s', async (_, args, environment, message) => {
    const outcome = await run(['transcribe', good, ...args], environment);
    expect(outcome).toEqual({ exitCode: 2, stdout: '', stderr: `${message}\n` });
  });

  test.each(BAD_FILES)('when the file is %s', async (name, bytes, finding) => {
    if (bytes !== undefined) file(name, bytes);
    expect(await run(['transcribe', name])).toEqual({ exitCode: 2, stdout: '', stderr: `"${name}" ${finding}\n` });
  });
});

describe.concurrent('The command line exits with 0', () => {
  test.each([['--help'], ['--version'], ['transcribe --help']])('when asked for %s', async (args) => {
    const { exitCode, stdout, stderr } = await run(args.split(' '), {});
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).not.toBe('');
  });
});
