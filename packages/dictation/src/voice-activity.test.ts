import { describe, expect, it } from 'vitest';
import { joined, noise } from './testing/sounds.ts';
import { FRAME_SAMPLES, VoiceActivity } from './voice-activity.ts';

const SILENCE_DB = -96;

function voicedShare(sound: Int16Array, fromMs: number, toMs: number): number {
  const frames = new VoiceActivity().process(sound).slice(fromMs / 20, toMs / 20);
  return frames.filter(({ voiced }) => voiced).length / frames.length;
}

describe('voice activity', () => {
  it('measures the level of each 20 ms frame, without a DC offset', () => {
    const offset = noise(1_000, -30).map((sample) => sample + 5_000);
    for (const frame of new VoiceActivity().process(offset)) expect(Math.round(frame.level / 2) * 2).toBe(-30);
  });

  it('gives the same result however the sound is split', () => {
    const sound = joined(noise(500, -60), noise(500, -25), noise(500, -60));
    const whole = new VoiceActivity().process(sound);
    const pieces = new VoiceActivity();
    const frames = [];
    for (let at = 0; at < sound.length; at += 777) frames.push(...pieces.process(sound.subarray(at, at + 777)));
    expect(frames).toEqual(whole);
    expect(whole.at(-1)?.end).toBe(Math.floor(sound.length / FRAME_SAMPLES) * FRAME_SAMPLES);
  });

  it.each([SILENCE_DB, -75, -60, -52])(
    'detects speech over room noise at %i dB, and none before or after it',
    (room) => {
      const sound = joined(noise(1_000, room), noise(800, -30), noise(1_000, room));
      expect(voicedShare(sound, 0, 1_000)).toBe(0);
      expect(voicedShare(sound, 1_000, 1_800)).toBe(1);
      expect(voicedShare(sound, 1_820, 2_800)).toBe(0);
    },
  );

  it('detects soft speech in a quiet room', () => {
    const sound = joined(noise(500, -80), noise(500, -55), noise(500, -80));
    expect(voicedShare(sound, 500, 1_000)).toBe(1);
  });

  it('detects speech that begins with the first sample', () => {
    expect(voicedShare(joined(noise(600, -25), noise(600, -70)), 0, 600)).toBe(1);
  });

  it('adapts to the onset of steady noise', () => {
    const sound = joined(noise(1_000, -75), noise(6_000, -50));
    expect(voicedShare(sound, 4_500, 7_000)).toBe(0);
  });

  it('treats loud sound as voice, however long and steady it is', () => {
    expect(voicedShare(noise(20_000, -20), 0, 20_000)).toBe(1);
  });

  it('never detects voice in digital silence', () => {
    expect(voicedShare(new Int16Array(48_000), 0, 2_000)).toBe(0);
  });
});
