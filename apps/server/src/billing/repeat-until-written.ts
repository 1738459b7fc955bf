/** Each failed attempt means that another one succeeded. */
const MAX_ATTEMPTS = 50;

/**
 * Repeats "read the row's version, ask the provider, write if the row is still the one that was read" until it is.
 *
 * It does the work of a row lock without holding one, or a transaction, while the provider is asked: that can take half
 * a minute, and connections are few. Whatever is written was read after everything that had been written before, so the
 * last event's reading always wins in the end, whatever came in between and on whichever server.
 *
 * @param attempt resolves with undefined if something else was written meanwhile
 */
export async function repeatUntilWritten<T>(attempt: () => Promise<{ written: T } | undefined>): Promise<T> {
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const result = await attempt();
    if (result !== undefined) return result.written;
  }
  throw new Error('The same payment keeps changing.');
}
