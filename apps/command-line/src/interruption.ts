import { EXIT_CODE, type ExitCode } from './exit-codes.ts';

/** The user's request that the program end now. */
export interface Interruption {
  /** Aborted once a signal has arrived. */
  readonly signal: AbortSignal;
  /** The exit code for the signal that has arrived. */
  readonly exitCode: ExitCode | undefined;
}

const EXIT_CODES = { SIGINT: EXIT_CODE.interrupted, SIGTERM: EXIT_CODE.terminated } as const;

/** How long work may continue after the signal before it is abandoned. */
const GRACE_MS = 1_500;

/** Handles SIGINT and SIGTERM. The process ends soon after the first one, whatever it is doing. */
export function awaitInterruption(): Interruption {
  const interruption = new AbortController();
  let exitCode: ExitCode | undefined;
  for (const [name, code] of Object.entries(EXIT_CODES)) {
    process.on(name, () => {
      // The same request may arrive twice: from the terminal, and from the program that started this one.
      if (exitCode !== undefined) return;
      exitCode = code;
      setTimeout(() => process.exit(code), GRACE_MS);
      interruption.abort();
    });
  }
  return {
    signal: interruption.signal,
    get exitCode() {
      return exitCode;
    },
  };
}
