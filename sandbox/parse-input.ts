import type { z } from 'zod';

/** Input that its schema rejects; answered with status 400 and the reasons. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly errors: readonly string[];

  constructor(error: z.ZodError) {
    super('The input is invalid.');
    this.errors = error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  }
}

/**
 * Parses the body or query of a request.
 *
 * @throws InvalidInput if the schema rejects it
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new InvalidInput(parsed.error);
  return parsed.data;
}
