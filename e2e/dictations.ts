import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { run } from '@workspace/command-line/run';
import type { Recognizer } from '@workspace/on-device/recognizer';
import { factsOf, REMOTE_PROVIDER_IDS } from '@workspace/speech/registry';
import type { Ended, RunningProcess } from './child-processes.ts';
import { startCommandLine } from './command-line-process.ts';
import type { SandboxAccount, Scenario, SessionRecord } from './control-api.ts';
import type { Recording } from './recordings.ts';
import type { SandboxProcess } from './sandbox-process.ts';

/** The ways from speech to text: each provider, in each of its modes. */
const WAYS = {
  'phrase by phrase': ['--model', 'gpt-transcribe'],
  'word by word': ['--model', 'gpt-live-transcribe'],
  'as a file': ['--provider', 'openai-compatible'],
  'as a file with streamed text': ['--provider', 'openai-compatible', '--model', 'gpt-transcribe'],
  'at Deepgram': ['--provider', 'deepgram'],
  'at Groq': ['--provider', 'groq'],
  'at Mistral': ['--provider', 'mistral'],
  'at Soniox': ['--provider', 'soniox'],
  'at AssemblyAI': ['--provider', 'assemblyai'],
  'at ElevenLabs': ['--provider', 'elevenlabs'],
} as const;

export type Way = keyof typeof WAYS;

export const ALL_WAYS = Object.keys(WAYS) as Way[];
/** One way for each provider. */
export const USUAL_WAYS: readonly Way[] = [
  'phrase by phrase',
  'as a file',
  'at Deepgram',
  'at Groq',
  'at Mistral',
  'at Soniox',
  'at AssemblyAI',
  'at ElevenLabs',
];
/** One way for each socket protocol. */
export const SOCKET_WAYS: readonly Way[] = [
  'phrase by phrase',
  'at Deepgram',
  'at Soniox',
  'at AssemblyAI',
  'at ElevenLabs',
];
/** One way for each protocol whose sessions expire. */
export const AGEING_WAYS: readonly Way[] = ['phrase by phrase', 'at Soniox', 'at AssemblyAI', 'at ElevenLabs'];
/** Both modes of OpenAI's Realtime API. */
export const REALTIME_WAYS: readonly Way[] = ['phrase by phrase', 'word by word'];
export const STREAMING_WAYS: readonly Way[] = [
  ...REALTIME_WAYS,
  'at Deepgram',
  'at Soniox',
  'at AssemblyAI',
  'at ElevenLabs',
];
export const FILE_WAYS: readonly Way[] = ['as a file', 'as a file with streamed text', 'at Groq', 'at Mistral'];

/** A dictation of a recording to the sandbox, by default as fast as possible. */
export interface Dictation {
  way: Way;
  recording: Pick<Recording, 'path' | 'script'>;
  scenario?: Scenario;
  pace?: 'fast' | 'realtime';
  args?: readonly string[];
  /** An address other than the sandbox's own. */
  baseUrl?: string;
  /** Additional variables. */
  environment?: Record<string, string>;
}

/** Within this process. */
export interface DictationHere extends Dictation {
  /** Recognizes speech on this computer in several dictations; without it each starts its own. */
  recognizer?: Recognizer | undefined;
}

export interface DictationOutcome extends Ended {
  account: SandboxAccount;
  /** What the sandbox received. */
  sessions: SessionRecord[];
}

/** The arguments and variables for dictating a recording to an account. */
export function dictationCall(
  { way, recording, pace = 'fast', args = [], baseUrl, environment }: Dictation,
  account: SandboxAccount,
): [args: string[], environment: Record<string, string>] {
  return [
    ['transcribe', recording.path, '--base-url', baseUrl ?? account.baseUrl, '--pace', pace, ...WAYS[way], ...args],
    { ...keysOf(account), ...environment },
  ];
}

/** The account's key, set for every provider. */
export function keysOf({ key }: SandboxAccount): Record<string, string> {
  return Object.fromEntries(REMOTE_PROVIDER_IDS.map((id) => [factsOf(id).keyVariable, key]));
}

/** Starts a dictation as its own process, with its own account. */
export async function startDictation(
  sandbox: SandboxProcess,
  dictation: Dictation,
): Promise<{ running: RunningProcess; account: SandboxAccount }> {
  const account = await openAccount(sandbox, dictation);
  return { running: startCommandLine(...dictationCall(dictation, account)), account };
}

/** Runs a dictation to its end in this process: a separate one would spend most of the time starting. */
export async function dictate(sandbox: SandboxProcess, dictation: DictationHere): Promise<DictationOutcome> {
  const account = await openAccount(sandbox, dictation);
  const [args, environment] = dictationCall(dictation, account);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = Promise.all([text(stdout), text(stderr)]);
  const exitCode = await run({
    args,
    environment,
    stdout,
    stderr,
    signal: new AbortController().signal,
    recognizer: dictation.recognizer,
  });
  stdout.end();
  stderr.end();
  const [printed, errors] = await output;
  return { exitCode, stdout: printed, stderr: errors, account, sessions: await account.sessions() };
}

function openAccount(sandbox: SandboxProcess, { recording, scenario }: Dictation): Promise<SandboxAccount> {
  return sandbox.openAccount({ ...recording.script, ...scenario });
}
