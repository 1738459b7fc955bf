// Human speech becomes text on this computer: no key, no account, no network.

import { wordErrors, wordsOf } from '@workspace/speech/word-errors';
import { describe, expect, test } from 'vitest';
import { startCommandLine } from '../command-line-process.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { variants } from '../variants.ts';
import { cardCalls, command, type HumanSpeech, readAloud, save, withoutBreath, withPauses } from './human-speech.ts';

const folder = scratchFolder();
const sentences = readAloud();
const ONE_MINUTE = [...sentences, ...sentences.toReversed(), ...sentences.slice(1, 4).toReversed()];
let files = 0;

/** Dictates it as fast as possible. */
function dictate({ samples }: HumanSpeech, ...args: string[]) {
  files += 1;
  const path = save(folder, `${files}.wav`, samples);
  return startCommandLine(['transcribe', path, '--pace', 'fast', '--provider', 'on-device', ...args]).ended;
}

describe('Human speech is recognized on this computer', () => {
  test('sentence by sentence: at most 5 % of the words are wrong, and each sentence has the time at which it was final', async () => {
    const speech = withPauses(sentences, 0.6);
    const { exitCode, stdout, stderr } = await dictate(speech, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { text, segments, firstTextMs, finalMs } = JSON.parse(stdout) as {
      text: string;
      segments: { text: string; finalMs: number }[];
      firstTextMs: number;
      finalMs: number;
    };
    expect(wordErrors(speech.text, text).rate).toBeLessThanOrEqual(0.05);
    expect(wordsOf(segments.map((segment) => segment.text).join(' '))).toEqual(wordsOf(text));
    expect(segments.length).toBeGreaterThanOrEqual(sentences.length);
    const times = segments.map((segment) => segment.finalMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBe(finalMs);
    expect(firstTextMs).toBeGreaterThan(0);
    expect(firstTextMs).toBeLessThanOrEqual(times[0]!);
  });

  test('for a long time without a pause: at most 12 % are wrong, and nothing is lost or repeated at the cuts', async () => {
    const speech = withoutBreath(variants([...sentences], ONE_MINUTE));
    const { exitCode, stdout } = await dictate(speech);
    const { rate, longestGap, longestExcess } = wordErrors(speech.text, stdout);
    expect(exitCode).toBe(0);
    expect(rate).toBeLessThanOrEqual(0.12);
    expect(longestGap).toBeLessThanOrEqual(1);
    expect(longestExcess).toBeLessThanOrEqual(1);
  });

  test('in short calls and commands', async () => {
    const speech = withPauses([command(), ...cardCalls()], 1);
    const { stdout } = await dictate(speech);
    expect(wordErrors(speech.text, stdout).rate).toBeLessThanOrEqual(0.1);
  });
});
