const FAILURE = /(?:FATAL|PANIC|ERROR|error): +(.*)$/;

/**
 * Returns why a PostgreSQL program says it fails, without the line's time and process id; undefined if the line doesn't
 * say.
 */
export function failureIn(line: string): string | undefined {
  return FAILURE.exec(line)?.[1];
}
