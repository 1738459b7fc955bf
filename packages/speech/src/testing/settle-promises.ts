/** Lets the callbacks of all settled promises run. */
export function settlePromises(): Promise<void> {
  return new Promise(setImmediate);
}
