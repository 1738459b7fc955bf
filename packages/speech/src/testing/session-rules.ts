import { expect } from 'vitest';
import type { SttEvent } from '../provider.ts';

/**
 * Checks what holds for the events of every session, whatever the server does: `ready` comes at most once and first,
 * `closed` at most once and last, a segment has at most one final and nothing after it, and finals cover each pushed
 * sample at most once.
 */
export function expectRules(events: readonly SttEvent[], given: { pushedSamples: number }): void {
  const positionsOf = (type: SttEvent['type']) =>
    events.flatMap((event, index) => (event.type === type ? [index] : []));
  expect(positionsOf('ready')).toEqual(events.length > 0 && events[0]?.type !== 'closed' ? [0] : []);
  const closed = positionsOf('closed');
  expect(closed).toEqual(closed.length === 0 ? [] : [events.length - 1]);

  const finished = new Set<string>();
  for (const event of events) {
    if (event.type !== 'partial' && event.type !== 'final') continue;
    expect(finished).not.toContain(event.segment);
    if (event.type === 'final') finished.add(event.segment);
    else expect(event.stable).toBeLessThanOrEqual(event.text.length);
  }

  let coveredTo = 0;
  for (const { from, to } of events.filter((event) => event.type === 'final').sort((a, b) => a.from - b.from)) {
    expect(from).toBeGreaterThanOrEqual(coveredTo);
    expect(to).toBeGreaterThan(from);
    coveredTo = to;
  }
  expect(coveredTo).toBeLessThanOrEqual(given.pushedSamples);
}
