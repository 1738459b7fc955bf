import { describe, expect, it } from 'vitest';
import { type Cue, cueSchema } from '../../ipc/microphone-messages.ts';
import { CUES } from './cues.ts';

const LIMIT_MS = 150;

describe('the cues', () => {
  it.each(cueSchema.options)('end within 150 ms: %s', (cue) => {
    for (const { startMs, durationMs } of CUES[cue]) expect(startMs + durationMs).toBeLessThanOrEqual(LIMIT_MS);
  });

  it('rise on start, fall on stop, and are low and double on an error', () => {
    expect(pitches('start')).toEqual(pitches('start').toSorted((a, b) => a - b));
    expect(pitches('stop')).toEqual(pitches('stop').toSorted((a, b) => b - a));
    expect(Math.max(...pitches('error'))).toBeLessThan(Math.min(...pitches('start'), ...pitches('stop')));
    const [first, second] = CUES.error;
    expect(first!.startMs + first!.durationMs).toBeLessThan(second!.startMs);
  });
});

function pitches(cue: Cue): number[] {
  return CUES[cue].flatMap(({ fromHertz, toHertz }) => [fromHertz, toHertz]);
}
