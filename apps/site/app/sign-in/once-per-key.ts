/** Memoizes async work per key: later calls with the same key get the same promise. */
export function oncePerKey<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const done = new Map<string, Promise<T>>();
  return (key) => {
    const outcome = done.get(key) ?? work(key);
    done.set(key, outcome);
    return outcome;
  };
}
