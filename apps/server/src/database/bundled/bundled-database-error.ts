/** The bundled PostgreSQL can't serve. The message is one plain line that says why and what to do. */
export class BundledDatabaseError extends Error {
  override readonly name = 'BundledDatabaseError';
}
