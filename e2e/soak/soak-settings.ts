const MINUTE_MS = 60_000;
/** A shorter run doesn't show how memory grows: servers are still warming up. */
const TELLING_MS = 20 * MINUTE_MS;

/** How large a soak is. */
export interface SoakSettings {
  /** Determines what users do and when faults happen, but not how long anything takes. */
  seed: number;
  users: number;
  /** How many users dictate with the engine; the others only write to the ledger. */
  speakers: number;
  /** How long users act and faults happen, before everything settles. */
  runMs: number;
  /** How long the servers are idle before their memory is measured. */
  quietMs: number;
  /** How much more memory a server may use at the end than once warmed up; undefined: the run is too short to judge. */
  memoryGrowth: number | undefined;
}

const SHORT = { seed: 1, users: 12, speakers: 2, runMs: 40_000, quietMs: 1_000, memoryGrowth: undefined } as const;

/**
 * Reads `SOAK_MINUTES` and `SOAK_SEED`. Without the former it is the tests' short soak, always with the same seed; a long one uses
 * a new seed each time.
 *
 * @throws RangeError if one is not a positive number
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
