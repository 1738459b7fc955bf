import type { Display } from './display.ts';

/** Whether two windows belong to the same program: to one connection, or to connections of one process. */
export async function isSameProgram(display: Display, window: number, other: number): Promise<boolean> {
  const clientBits = ~display.client.display.resource_mask;
  if ((window & clientBits) === (other & clientBits)) return true;
  const [pid, otherPid] = await Promise.all([processOf(display, window), processOf(display, other)]);
  return pid !== undefined && pid === otherPid;
}

/**
 * The process that made a window, by the server, who has it from the connection: what a program says itself may be true in
 * its container only. undefined if the server doesn't know.
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
