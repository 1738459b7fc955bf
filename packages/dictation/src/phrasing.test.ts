import { describe, expect, it } from 'vitest';
import { Phrasing } from './phrasing.ts';
import { joined, noise } from './testing/sounds.ts';
import { VoiceActivity } from './voice-activity.ts';

const room = (ms: number) => noise(ms, -65);
const voice = (ms: number) => noise(ms, -25, 7);

function listen(sound: Int16Array, phrasing = new Phrasing('short')) {
  const frames = new VoiceActivity().process(sound);
  const marks = frames.map((frame) => ({ ms: frame.end / 24, ...phrasing.process(frame) }));
  return {
    heardAtMs: marks.find(({ heard }) => heard)?.ms,
    cutsAtMs: marks.filter(({ cut }) => cut).map(({ ms }) => ms),
    mayHoldSpeech: phrasing.mayHoldSpeech(),
    silenceMs: phrasing.silenceMs,
  };
}

describe('phrasing', () => {
  it('notices voice within 60 ms', () => {
    expect(listen(joined(room(500), voice(300))).heardAtMs).toBe(560);
  });

  it('detects no voice in a silent room, or in a key click', () => {
    expect(listen(room(3_000))).toMatchObject({ heardAtMs: undefined, mayHoldSpeech: false });
    expect(listen(joined(room(500), voice(40), room(500)))).toMatchObject({
      heardAtMs: undefined,
      mayHoldSpeech: false,
    });
  });

  it('ends a phrase at a breath, or at a long pause if it is short', () => {
    expect(listen(joined(voice(2_000), room(1_000), voice(2_000), room(1_000))).cutsAtMs).toEqual([2_500, 5_500]);
    expect(listen(joined(voice(400), room(700), voice(400), room(700))).cutsAtMs).toEqual([2_000]);
  });

  it('needs a shorter pause the longer the phrase is', () => {
    const words = joined(...Array.from({ length: 30 }, () => joined(voice(800), room(260))));
    const { cutsAtMs } = listen(words);
    expect(cutsAtMs[0]).toBeGreaterThan(12_000);
    expect(cutsAtMs[0]).toBeLessThan(13_100);
  });

  it('ends a phrase without pauses at a dip between words', () => {
    const word = joined(voice(700), noise(60, -38));
    const sound = joined(...Array.from({ length: 45 }, () => word));
    const [cut] = listen(sound).cutsAtMs;
    expect(cut).toBeGreaterThan(25_000);
    expect(cut).toBeLessThan(26_000);
    expect((cut ?? 0) % 760).toBeGreaterThan(690);
  });

  it('doesn’t cut a long pause after a phrase, as there is nothing to end', () => {
    expect(listen(joined(voice(1_500), room(20_000))).cutsAtMs).toHaveLength(1);
  });

  it('makes fewer, longer phrases if each is an upload', () => {
    const sentences = joined(...Array.from({ length: 20 }, () => joined(voice(2_000), room(1_000))));
    const byPhrase = new Phrasing('long');
    byPhrase.isByPhrase = true;
    expect(listen(sentences, new Phrasing('long')).cutsAtMs).toEqual([32_500]);
    expect(listen(sentences, byPhrase).cutsAtMs.length).toBeGreaterThan(7);
  });

  it('detects possible speech in hindsight if a soft first word is followed by silence', () => {
    const { heardAtMs, mayHoldSpeech } = listen(joined(noise(200, -50), noise(300, -80)));
    expect(heardAtMs).toBeUndefined();
    expect(mayHoldSpeech).toBe(true);
  });

  it('ends a phrase at the release if voice has been absent for 200 ms, but never within a sound', () => {
    const atRelease = (sound: Int16Array) => {
      const phrasing = new Phrasing('short');
      listen(sound, phrasing);
      return phrasing.endIfQuiet();
    };
    expect(atRelease(joined(voice(2_000), room(180)))).toEqual({ quiet: false, cut: false });
    expect(atRelease(joined(voice(2_000), room(200)))).toEqual({ quiet: true, cut: true });
    expect(atRelease(joined(voice(2_000), room(300), voice(20)))).toEqual({ quiet: false, cut: false });
    expect(atRelease(joined(voice(2_000), room(900), voice(40)))).toEqual({ quiet: true, cut: false });
    expect(atRelease(joined(noise(200, -50), noise(300, -80)))).toEqual({ quiet: false, cut: false });
  });

  it('treats any sound after the release as voice, even a click', () => {
    const sound = joined(voice(2_000), room(900), voice(20), room(100));
    expect(listen(sound).silenceMs).toBe(1_000);
    const phrasing = new Phrasing('short');
    phrasing.handleRelease();
    expect(listen(sound, phrasing).silenceMs).toBe(100);
  });

  it('finds no speech after the last phrase if only room noise follows', () => {
    expect(listen(joined(voice(2_000), room(900)))).toMatchObject({ mayHoldSpeech: false, silenceMs: 900 });
  });
});
