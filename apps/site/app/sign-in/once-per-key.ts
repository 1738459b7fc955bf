/** Does the work once for each key: whoever comes later with the same gets what came of it then. */
export function oncePerKey<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const done = new Map<string, Promise<T>>();
  return (key) => {
    const outcome = done.get(key) ?? work(key);
    done.set(key, outcome);
    return outcome;
  };
}
