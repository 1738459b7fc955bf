/** What the global setup provides to every test file (`inject`). */
declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { host: string; port: number; user: string };
    /** Name of a database with all tables, to be copied. */
    migratedDatabase: string;
  }
}

export {};
