import { HeldKey } from '@workspace/dictation/held-key';
import { InsertionQueue } from '@workspace/dictation/insertion';
import type { InsertionTarget } from '@workspace/dictation/ports';
import { AS_RECOGNIZED, type CleanUp } from '@workspace/dictation/writing';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { median } from '../statistics.ts';

const RUNS = 2_000;
const FIELD: InsertionTarget = { id: 'field', kind: 'multi-line' };
const SAID = 'so we meet on Wednesday no Thursday at ten';
const AT_ONCE: CleanUp = {
  limitMs: 2_500,
  byPhrase: true,
  cleaner: {
    host: 'model.example',
    cleanUp: () => ({ text: Promise.resolve('So we meet on Thursday at ten.'), cancel: () => {} }),
  },
};
const WAYS: Record<string, CleanUp | undefined> = { off: undefined, 'on, answered at once': AT_ONCE };

/**
 * Measures the time from a final to its field, which takes it immediately; alternating without and with tidying up.
 * Resolves with the medians, and their ratio to the first.
 */
export async function measureInsertions() {
  const times = new Map(Object.keys(WAYS).map((way) => [way, [] as number[]]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const [way, cleanUp] of Object.entries(WAYS)) times.get(way)?.push(await insert(cleanUp));
  }
  const base = median(times.get('off') ?? []);
  const ways = [...times].map(([way, measured]) => ({ way, ms: median(measured), ratio: median(measured) / base }));
  return { runs: RUNS, ways };
}

async function insert(cleanUp: CleanUp | undefined): Promise<number> {
  let insertedAt = 0;
  const queue = new InsertionQueue(
    {
      clock: createSteadyClock(),
      heldKey: new HeldKey(),
      inserter: {
        focusedApp: async () => undefined,
        captureTarget: async () => FIELD,
        textAround: async () => undefined,
        insert: async () => {
          insertedAt = performance.now();
          return 'inserted';
        },
        pressReturn: async () => false,
        leaveOnClipboard: async () => false,
      },
    },
    () => ({ ...AS_RECOGNIZED, cleanUp }),
  );
  queue.open(1);
  const target = Promise.resolve(FIELD);
  return new Promise((resolve) => {
    const finalAt = performance.now();
    queue.add(1, {
      phrases: [SAID],
      languages: [],
      target,
      isPart: false,
      onCleanUp: () => {},
      onDone: () => resolve(insertedAt - finalAt),
    });
  });
}
