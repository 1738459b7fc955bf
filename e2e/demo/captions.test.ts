import { describe, expect, test } from 'vitest';
import { cuesOf, writeCaptions } from './captions.ts';

describe('Captions', () => {
  test('are in order, at the top of the picture', () => {
    const captions = writeCaptions([
      { startMs: 65_250, endMs: 67_000, text: 'Second.' },
      { startMs: 0, endMs: 1_500.4, text: '[First]' },
    ]);
    expect(captions).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500 line:0\n[First]\n\n00:01:05.250 --> 00:01:07.000 line:0\nSecond.\n',
    );
  });

  test('never overlap', () => {
    const captions = writeCaptions([
      { startMs: 1_000, endMs: 9_000, text: 'One' },
      { startMs: 2_500, endMs: 3_000, text: 'Two' },
    ]);
    expect(captions).toContain('00:00:01.000 --> 00:00:02.500 line:0\nOne\n');
  });

  test('say which keys are held, what is said, and where the text goes', () => {
    const phrases = [{ startMs: 1_000, endMs: 2_000, text: 'Said.' }];
    const captions = writeCaptions(cuesOf({ pressedMs: 500, phrases, letGoMs: 2_100, textMs: 2_600 }, 'note'));
    expect(captions.match(/[\d:.]+ --> [\d:.]+|^[[A-Z].*$/gm)).toEqual([
      'WEBVTT',
      '00:00:00.500 --> 00:00:01.000',
      '[holds Ctrl+Shift+Space]',
      '00:00:01.000 --> 00:00:02.000',
      'Said.',
      '00:00:02.100 --> 00:00:04.000',
      '[lets go: the text goes into the note]',
    ]);
  });

  test('escape characters that are special in WebVTT', () => {
    expect(writeCaptions([{ startMs: 0, endMs: 1, text: 'a < b && b > c' }])).toContain(
      '\na &lt; b &amp;&amp; b &gt; c\n',
    );
  });
});
