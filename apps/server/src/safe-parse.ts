import { z } from 'zod';

const INVALID = z.custom<never>(() => false);

/**
 * `schema.safeParse` for anything that a client may send. Zod 4.6 compares the length of whatever has one, even if it
 * is no text, and throws if that length can't be compared.
 */
export function safeParse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  context?: z.core.ParseContext<z.core.$ZodIssue>,
): z.ZodSafeParseResult<T> {
  try {
    return schema.safeParse(value, context);
  } catch (error) {
    if (error instanceof TypeError) return INVALID.safeParse(value, context);
    throw error;
  }
}
