import { readFileSync } from 'node:fs';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { baseUrlSchema } from '@workspace/speech/base-url';
import { PROVIDER_IDS } from '@workspace/speech/provider';
import { factsOf, REMOTE_PROVIDER_IDS } from '@workspace/speech/registry';
import { Command, CommanderError } from 'commander';
import { z } from 'zod';

/** Unusable arguments. The message repeats no value, since it may be a key. */
export class ArgumentError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArgumentError';
  }
}

export type TranscribeArguments = z.infer<typeof transcribeSchema>;

/** What was asked for: a command, or just text such as the help. */
export type Invocation = { command: 'transcribe'; arguments: TranscribeArguments } | { command: 'print'; text: string };

/** How the command is invoked. */
const INVOKED_AS = `npm run ${PRODUCT_NAME.toLowerCase()} --`;

/** Where to look when the arguments are wrong. */
export const USAGE_HINT = `Usage: ${INVOKED_AS} transcribe FILE.wav [options]. See --help for the options.`;

/** Parses the arguments that follow the program's name. Throws `ArgumentError`. */
export function parseArguments(argv: readonly string[]): Invocation {
  let printed = '';
  let invocation: Invocation | undefined;
  const program = new Command(INVOKED_AS)
    .description(`${PRODUCT_NAME} on the command line: speech to text.`)
    .version(readVersion())
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        printed += text;
      },
      writeErr: () => {},
      getOutHelpWidth: () => 100,
    });
  describeTranscribe(program.command('transcribe')).action((file: string, options: object) => {
    invocation = { command: 'transcribe', arguments: validate({ file, ...options }) };
  });
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new ArgumentError(plainMessage(error));
  }
  return invocation ?? { command: 'print', text: printed };
}

function describeTranscribe(command: Command): Command {
  return command
    .description('Turn the speech in a WAV file into text. The text goes to stdout, progress and errors to stderr.')
    .argument('<FILE.wav>', 'the recording: WAV with PCM or float samples, any number of channels, 4 to 192 kHz')
    .option('--provider <name>', `${PROVIDER_NAMES} (default: openai if its API key is set, otherwise on-device)`)
    .option('--fallback <name>', 'on-device: if the provider fails, recognize the rest on this computer')
    .option('--base-url <url>', "the provider's address, up to and including /v1")
    .option('--model <name>', "the provider's model (default: its first)")
    .option('--language <tag>', 'a language you speak, such as en or de-CH; repeat it for more', append)
    .option('--keyword <word>', 'a name or term to listen for; repeat it for more', append)
    .option('--pace <pace>', 'realtime: at speaking speed; fast: as fast as possible', 'realtime')
    .option('--json', 'print JSON with text, segments and times')
    .option('--clean-up', 'tidy the text up by a language model: punctuation, false starts, corrections')
    .option(
      '--clean-up-url <url>',
      'its address, up to and including /v1 (default: that of OpenAI or the compatible provider)',
    )
    .option('--clean-up-model <name>', `the language model (default: ${DEFAULT_CLEAN_UP_MODEL})`)
    .addHelpText(
      'after',
      `\nThe API key comes from the environment, and so does the default for --base-url:\n${keyVariables()}  SAYKEY_SPEECH_URL   the provider’s address\n  SAYKEY_CLEAN_UP_KEY the key for --clean-up, if not the provider’s\n\non-device needs none of them: it recognizes English on this computer.`,
    );
}

/** Lists each provider's key variable, and where to get the key. */
function keyVariables(): string {
  return REMOTE_PROVIDER_IDS.map(factsOf)
    .filter(({ keyPage }) => keyPage !== undefined)
    .map(({ keyVariable, keyPage }) => `  ${keyVariable.padEnd(18)}  create one at ${keyPage}\n`)
    .join('');
}

function append(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

const PROVIDER_NAMES = new Intl.ListFormat('en', { type: 'disjunction', style: 'long' }).format(PROVIDER_IDS);

/** An OpenAI model that answers in time; those that reason first don't. */
export const DEFAULT_CLEAN_UP_MODEL = 'gpt-4.1-mini';

const modelSchema = z.string().regex(/^[^-\s\p{C}]\P{C}*$/u, "must be a model's name.");

const transcribeSchema = z
  .object({
    file: z.string(),
    /** Absent: chosen by which keys are set. */
    provider: z.enum(PROVIDER_IDS, `must be ${PROVIDER_NAMES}.`).optional(),
    fallback: z.enum(['on-device'], 'must be on-device.').optional(),
    /** Without a trailing slash. */
    baseUrl: baseUrlSchema.optional(),
    model: modelSchema.optional(),
    language: z.array(z.string().refine(isLanguageTag, 'must be a BCP 47 tag, such as en or de-CH.')).default([]),
    keyword: z
      .array(
        z
          .string()
          .trim()
          .regex(/^\P{C}+$/u, 'must be a word or phrase on one line.'),
      )
      .default([]),
    pace: z.enum(['realtime', 'fast'], 'must be realtime or fast.'),
    json: z.boolean().default(false),
    cleanUp: z.boolean().default(false),
    /** Without a trailing slash. */
    cleanUpUrl: baseUrlSchema.optional(),
    cleanUpModel: modelSchema.optional(),
  })
  .refine(({ cleanUp, cleanUpUrl }) => cleanUp || cleanUpUrl === undefined, {
    path: ['cleanUpUrl'],
    error: 'needs --clean-up.',
  })
  .refine(({ cleanUp, cleanUpModel }) => cleanUp || cleanUpModel === undefined, {
    path: ['cleanUpModel'],
    error: 'needs --clean-up.',
  })
  .transform(({ language, keyword, ...others }) => ({
    ...others,
    /** Canonical BCP 47 tags. */
    languages: Intl.getCanonicalLocales(language),
    keywords: [...new Set(keyword)],
  }));

/** BCP 47 allows languages of more than three letters, but none exists: `english` is a mistake. */
function isLanguageTag(text: string): boolean {
  try {
    return new Intl.Locale(text).language.length <= 3;
  } catch {
    return false;
  }
}

function validate(values: object): TranscribeArguments {
  const { success, data, error } = transcribeSchema.safeParse(values);
  if (success) return data;
  const [issue] = error.issues;
  const option = String(issue?.path[0]).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new ArgumentError(`--${option} ${issue?.message}`);
}

/** Rewords the parser's error, which repeats what was typed. */
function plainMessage(error: CommanderError): string {
  const [option = 'An option'] = /--[\w-]+|-\w/.exec(error.message) ?? [];
  switch (error.code) {
    case 'commander.help':
    case 'commander.unknownCommand':
      return 'The only command is transcribe.';
    case 'commander.missingArgument':
      return 'No WAV file given.';
    case 'commander.excessArguments':
      return 'Transcribe one file at a time. Put a name with spaces in quotes.';
    case 'commander.optionMissingArgument':
      return `${option} needs a value.`;
    case 'commander.unknownOption':
      return /(key|token|secret)$/i.test(option)
        ? `${option} doesn't exist: other programs can see arguments, so API keys aren't passed that way. Put it into an environment variable instead, such as OPENAI_API_KEY.`
        : `${option} isn't an option.`;
    default:
      return "Couldn't understand the arguments.";
  }
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}
