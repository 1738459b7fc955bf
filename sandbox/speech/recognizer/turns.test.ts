import { describe, expect, test } from 'vitest';
import { joined, noise, silence } from '../testing/synthetic-speech.ts';
import { samplesOf } from './rate.ts';
import { Turns } from './turns.ts';
import { Voice } from './voice.ts';

const speech = (ms: number) => noise(samplesOf(ms));

describe('Turns', () => {
  test('starts a turn with the voice and ends it after enough silence', () => {
    const voice = new Voice();
    const turns = new Turns(voice, 500);
    voice.push(joined([silence(300), speech(400), silence(400), speech(200), silence(600)]));
    expect(turns.advance()).toEqual([
      { type: 'started', at: samplesOf(300) },
      { type: 'stopped', at: samplesOf(1_800), voiceEnd: samplesOf(1_300) },
    ]);
    expect(turns.advance()).toEqual([]);
  });

  test('finds turns in audio that arrives in small pieces', () => {
    const audio = joined([silence(100), speech(400), silence(700), speech(200), silence(700)]);
    const voice = new Voice();
    const turns = new Turns(voice, 500);
    const events = [];
    for (let at = 0; at < audio.length; at += 77) {
      voice.push(audio.subarray(at, at + 77));
      events.push(...turns.advance());
    }
    expect(events.map(({ type, at }) => [type, at])).toEqual([
      ['started', samplesOf(100)],
      ['stopped', samplesOf(1_000)],
      ['started', samplesOf(1_200)],
      ['stopped', samplesOf(1_900)],
    ]);
  });

  test('discards a turn when reset', () => {
    const voice = new Voice();
    const turns = new Turns(voice, 100);
    voice.push(speech(200));
    turns.advance();
    turns.reset();
    voice.push(silence(500));
    expect(turns.advance()).toEqual([]);
  });
});
