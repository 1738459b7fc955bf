const FAILURE = /(?:FATAL|PANIC|ERROR|error): +(.*)$/;

/** Why a program of PostgreSQL says that it fails, without the line's time and process id; undefined if the line says nothing of it. */
export function failureIn(line: string): string | undefined {
  return FAILURE.exec(line)?.[1];
}
