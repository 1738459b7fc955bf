import type { Display } from './display.ts';

/**
 * Resolves with whether two windows belong to the same program: to one connection, or to connections of one process.
 */
export async function isSameProgram(display: Display, window: number, other: number): Promise<boolean> {
  const clientBits = ~display.client.display.resource_mask;
  if ((window & clientBits) === (other & clientBits)) return true;
  const [pid, otherPid] = await Promise.all([processOf(display, window), processOf(display, other)]);
  return pid !== undefined && pid === otherPid;
}

/**
 * Resolves with the process that created a window, as the server knows it from the connection: the process id that a
 * program itself sets may be valid only in its container. undefined if the server doesn't know.
 */
export async function processOf(display: Display, window: number): Promise<number | undefined> {
  try {
    const resource = await display.extension('res');
    const mask = resource.ClientIdMask.LocalClientPID;
    const ids = await display.request<{ value: number[] }[]>((done) =>
      resource.QueryClientIds([{ client: window, mask }], done),
    );
    return ids[0]?.value[0];
  } catch {
    return undefined;
  }
}
