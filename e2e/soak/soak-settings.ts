const MINUTE_MS = 60_000;
/** A shorter run doesn't show how memory grows: servers are still warming up. */
const TELLING_MS = 20 * MINUTE_MS;

/** How large a soak is. */
export interface SoakSettings {
  /** From it follow what users do and when what goes wrong; not how long anything takes. */
  seed: number;
  users: number;
  /** How many of the users dictate with the engine; the others only write to the ledger. */
  speakers: number;
  /** How long users and chaos go on, before everything is left to settle. */
  runMs: number;
  /** How long nothing is asked of the servers before their memory is looked at. */
  quietMs: number;
  /** How much more memory a server may hold at the end than when it was warm; undefined: too short a run to judge. */
  memoryGrowth: number | undefined;
}

const SHORT = { seed: 1, users: 12, speakers: 2, runMs: 40_000, quietMs: 1_000, memoryGrowth: undefined } as const;

/**
 * Reads `SOAK_MINUTES` and `SOAK_SEED`. Without the first it is the short soak of the tests, always with the same seed;
 * a long one takes another each time.
 *
 * @throws RangeError where one is no positive number
 */
export function readSoakSettings({ SOAK_MINUTES, SOAK_SEED }: NodeJS.ProcessEnv): SoakSettings {
  const seed = positive('SOAK_SEED', SOAK_SEED);
  if (SOAK_MINUTES === undefined) return { ...SHORT, seed: seed ?? SHORT.seed };
  const runMs = positive('SOAK_MINUTES', SOAK_MINUTES)! * MINUTE_MS;
  return {
    users: 24,
    speakers: 4,
    runMs,
    seed: seed ?? 1 + Math.floor(Math.random() * 1_000_000),
    quietMs: 20_000,
    memoryGrowth: runMs < TELLING_MS ? undefined : 1.5,
  };
}

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!(number > 0)) throw new RangeError(`${name} must be a number above 0.`);
  return number;
}
