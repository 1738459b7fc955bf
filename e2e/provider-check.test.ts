// The provider check against the stand-in: it dictates to every provider, judges the results, and prints nothing that was said.
import { describe, expect, test } from 'vitest';
import type { Ended } from './child-processes.ts';
import type { SandboxAccount, Scenario } from './control-api.ts';
import { keysOf } from './dictations.ts';
import { startNpm } from './npm-process.ts';
import { spokenSample } from './recordings.ts';
import { SandboxProcess } from './sandbox-process.ts';

const sandbox = await SandboxProcess.start();
const sample = spokenSample();

interface ProviderCheck extends Ended {
  account: SandboxAccount;
}

async function checkProviders(scenario: Scenario, args: readonly string[] = []): Promise<ProviderCheck> {
  const account = await sandbox.openAccount({ ...sample.script, ...scenario });
  const running = startNpm(['run', '--silent', 'canary', '--', ...args], {
    ...keysOf(account),
    SAYKEY_SPEECH_URL: account.baseUrl,
    SAYKEY_COMPATIBLE_URL: account.baseUrl,
    SAYKEY_COMPATIBLE_KEY: account.key,
  });
  return { account, ...(await running.ended) };
}

interface JsonReport {
  dictations: { id: string; result: string; wordErrorRate?: number }[];
  claims: { id: string; verdict: string }[];
}

/** All sequences of three spoken words: shorter ones may occur anywhere. */
const spokenRuns = Array.from(sample.text.toLowerCase().matchAll(/\b(?=(\w+\W+\w+\W+\w+))/g), ([, run]) => run!);

function expectNothingSaid({ stdout, stderr, account }: ProviderCheck): void {
  for (const output of [stdout, stderr]) {
    expect(output).not.toContain(account.key);
    expect(spokenRuns.filter((run) => output.toLowerCase().includes(run))).toEqual([]);
  }
}

describe.concurrent('The provider check', () => {
  test('gets the known text from every provider, confirms its assumptions, and states the price beforehand', async () => {
    const check = await checkProviders({}, ['--json']);
    const report: JsonReport = JSON.parse(check.stdout);
    expect(report.dictations.map(({ id, result, wordErrorRate }) => [id, result, wordErrorRate])).toEqual([
      ['openai-phrases', 'as expected', 0],
      ['openai-live', 'as expected', 0],
      ['openai-files', 'as expected', 0],
      ['compatible', 'as expected', 0],
      ['deepgram', 'as expected', 0],
      ['groq', 'as expected', 0],
      ['mistral', 'as expected', 0],
      ['soniox', 'as expected', 0],
      ['assemblyai', 'as expected', 0],
      ['elevenlabs', 'as expected', 0],
    ]);
    expect(report.claims.filter(({ verdict }) => verdict === 'confirmed').map(({ id }) => id)).toEqual([
      'openai-delay',
      'openai-languages',
      'openai-keywords',
      'openai-rate-limits',
      'openai-item-id',
      'openai-completed',
      'openai-wrong-key',
      'openai-pieces',
      'files-languages',
      'files-keywords',
      'groq-prompt',
      'mistral-words',
      'deepgram-coverage',
      'soniox-finalize',
      'soniox-header',
      'assemblyai-rate',
      'assemblyai-times',
      'elevenlabs-commits',
    ]);
    expect(report.claims.filter(({ verdict }) => verdict === 'refuted')).toEqual([]);
    expect(check.stderr).toMatch(
      /^OpenAI, word by word: 10\.1 s of audio to localhost:\d+ \(gpt-live-transcribe\), about \$0\.0029$/m,
    );
    expect(check.exitCode).toBe(0);
    const sessions = await check.account.sessions();
    expect(sessions.flatMap(({ violations }) => violations)).toEqual([]);
    expectNothingSaid(check);
  });

  test('says which provider refused the key, and exits with 1', async () => {
    const check = await checkProviders({ key: 'refused' });
    const { host } = new URL(sandbox.baseUrl);
    expect(check.stdout).toContain(
      `\nDeepgram: ${host} refused the API key. Check the API key, or create a new one with the provider.\n`,
    );
    expect(check.exitCode).toBe(1);
    expectNothingSaid(check);
  });

  test('reports what a provider no longer accepts, even if the text is right', async () => {
    const check = await checkProviders({ refusedParameters: ['session.audio.input.transcription.delay'] });
    expect(check.stdout).toMatch(/^openai-delay +refuted +gpt-live-transcribe takes `delay`\. +error \w+ names it$/m);
    expect(check.stdout).toMatch(/^OpenAI, word by word +\S+ +as expected +0 %/m);
    expect(check.exitCode).toBe(0);
  });
});
