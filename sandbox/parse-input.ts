import type { z } from 'zod';

/** Input that its schema refuses: answered with 400 and what is wrong. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly errors: readonly string[];

  constructor(error: z.ZodError) {
    super('The input is invalid.');
    this.errors = error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  }
}

/**
 * The body or query of a request, as its schema reads it.
 *
 * @throws InvalidInput where the schema refuses it
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new InvalidInput(parsed.error);
  return parsed.data;
}
