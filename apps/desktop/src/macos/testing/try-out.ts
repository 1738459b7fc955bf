import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createMac, type MacParts } from '../create-mac.ts';
import { FakeMac, OWN_PID } from './fake-mac.ts';

const STEP_MS = 2;
const LIMIT_MS = 60_000;

/** Sets up a fake Mac, and the app's parts on top of it. The test fails where that would have crashed. */
export function tryOut({ ownField }: { ownField?: MacParts['ownField'] } = {}) {
  const mac = new FakeMac();
  onTestFinished(() => expect(mac.objects.crashes).toEqual([]));
  const { close, ...parts } = createMac(mac.native, {
    clock: mac.clock,
    ownPid: OWN_PID,
    ownField: ownField ?? (async () => mac.ownField),
  });
  /** Lets time pass until the work is done. */
  const until = async <T>(work: Promise<T>, limitMs = LIMIT_MS): Promise<T> => {
    let isOver = false;
    work.then(
      () => (isOver = true),
      () => (isOver = true),
    );
    for (let ms = 0; ms < limitMs; ms += STEP_MS) {
      await turn();
      if (isOver) return work;
      mac.clock.advance(STEP_MS);
    }
    throw new Error(`Still running after ${limitMs} ms.`);
  };
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await turn();
      mac.clock.advance(Math.min(STEP_MS, ms - passed));
    }
    await turn();
  };
  return { mac, ...parts, close, until, pass };
}
