import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeField } from './testing/fake-programs.ts';
import { tryOut } from './testing/try-out.ts';
import { PASTE } from './tuning.ts';

const content = fc.dictionary(
  fc.constantFrom('public.utf8-plain-text', 'public.rtf', 'public.png', 'public.html', 'dyn.ah62d4', 'com.example.own'),
  fc.uint8Array({ maxLength: 40 }),
  { minKeys: 1 },
);
const items = fc.array(content, { maxLength: 3 });

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('insert' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('copy' as const), items }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('move' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('hang' as const), ms: fc.nat(3_000) }) },
);
const history = fc.array(fc.tuple(step, fc.nat(2_500)), { minLength: 1, maxLength: 8 });
const target = fc.record({
  isReadable: fc.boolean(),
  isCaretHidden: fc.boolean(),
  pasteMs: fc.nat(PASTE.unseenHoldMs - 200),
});

function contentsOf(copied: readonly Record<string, Uint8Array>[]): [string, number[]][][] {
  return copied.map((item) => Object.entries(item).map(([type, bytes]) => [type, [...bytes]]));
}

/**
 * Texts are inserted while other programs copy, the focus moves and the target hangs, all at random moments. What the
 * pasteboard and the fields hold in the end must match what was reported.
 */
test('In the end the pasteboard is restored, or has a newer copy or the last text left there, and each text was inserted at most once', async () => {
  await fc.assert(
    fc.asyncProperty(items, target, history, async (before, behavior, steps) => {
      const { mac, inserter, until, pass, close } = tryOut();
      const field = new FakeField();
      const program = mac.open({ field });
      program.isReadable = behavior.isReadable;
      program.pasteMs = behavior.pasteMs;
      field.isCaretHidden = behavior.isCaretHidden;
      const other = mac.open({ bundleId: 'com.apple.Notes' });
      mac.front = program;
      mac.pasteboard.copy(...before);

      const insertions: Promise<{ text: string; outcome: string }>[] = [];
      let copied = before;
      let isCopiedMeanwhile = false;
      for (const [next, waitMs] of steps) {
        if (next.type === 'insert') {
          const text = `<${insertions.length}>`;
          const captured = inserter.captureTarget();
          insertions.push(captured.then((to) => inserter.insert(to, text)).then((outcome) => ({ text, outcome })));
        } else if (next.type === 'copy') {
          mac.pasteboard.copy(...next.items);
          copied = next.items;
          isCopiedMeanwhile = true;
        } else if (next.type === 'move') {
          mac.front = mac.front === program ? other : program;
        } else {
          program.fallAsleep();
          mac.clock.schedule(next.ms, () => program.wakeUp());
        }
        await pass(waitMs);
      }
      const outcomes = await until(Promise.all(insertions));
      await until(close());
      await pass(10_000);

      const written = field.text + (other.focused?.text ?? '');
      const left = outcomes.filter(({ outcome }) => outcome === 'on-clipboard').map(({ text }) => text);
      expect(outcomes.every(({ outcome }) => outcome !== 'failed')).toBe(true);
      if (left.length === 0) expect(mac.pasteboard.contents).toEqual(contentsOf(copied));
      else if (!isCopiedMeanwhile) expect(mac.pasteboard.text).toBe(left.at(-1));
      const isAwake = steps.every(([next]) => next.type !== 'hang');
      // A program that starts to hang between an answer and the paste may read a later text for an earlier key.
      if (isAwake) for (const { text } of outcomes) expect(written.split(text).length - 1).toBeLessThanOrEqual(1);
      // A program that pastes late may paste what was copied in the meantime.
      const isReported = steps.every(([next]) => next.type === 'insert' || next.type === 'move');
      if (!isReported) return;
      for (const { text, outcome } of outcomes) {
        expect(written.includes(text)).toBe(outcome === 'inserted' || outcome === 'unconfirmed');
      }
    }),
    { numRuns: 100 },
  );
});
