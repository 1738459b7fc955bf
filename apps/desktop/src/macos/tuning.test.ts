import { INSERTION } from '@workspace/dictation/tuning';
import { expect, test } from 'vitest';
import { ACCESSIBILITY, PASTE, SNAPSHOT } from './tuning.ts';

test('An insertion that reaches all its time limits ends before the engine gives up on it', () => {
  // The text before the caret; the focus twice, and the caret. An unanswered query ends each.
  const questionsMs = 4 * ACCESSIBILITY.callMs;
  // The hold of the previous text, whose last check of the program begins just before the limit.
  const holdMs = PASTE.holdLimitMs + ACCESSIBILITY.callMs;
  const watchMs = PASTE.watchLimitMs + PASTE.watchMs + ACCESSIBILITY.callMs;
  const longestMs = questionsMs + holdMs + SNAPSHOT.readMs + PASTE.keysUpMs + watchMs;
  expect(PASTE.holdLimitMs % PASTE.unseenHoldMs).toBe(0);
  expect(longestMs).toBeLessThan(INSERTION.limitMs);
});
