import qs from 'qs';
import { z } from 'zod';
import { type ApiError, invalid } from '../api-error.ts';
import { LIMITS } from '../limits.ts';
import { isEmail } from '../operations/open-checkout.ts';

/** A non-empty string; an empty one would unset the parameter. */
export const text = z.string().min(1);
/** A string; an empty one unsets the parameter. */
export const unsettable = z.string();

export const integer = z.string().transform((value, context) => {
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  return refuse(context, `Invalid integer: ${value}`, 'parameter_invalid_integer');
});

export const boolean = z.string().transform((value, context) => {
  if (value === 'true' || value === 'false') return value === 'true';
  return refuse(context, `Invalid boolean: ${value}`);
});

export const email = text.refine(...shaped(isEmail, 'email_invalid', (value) => `Invalid email address: ${value}`));

export const webUrl = text.refine(
  ...shaped(
    (value) => /^https?:\/\//.test(value) && URL.canParse(value),
    'url_invalid',
    () => 'Not a valid URL',
  ),
);

/** Created or changed metadata: see `changeMetadata`. */
export const metadata = z.union([
  z.literal(''),
  z.record(z.string(), z.string()).superRefine((entries, context) => {
    const keys = Object.keys(entries);
    const longKey = keys.find((key) => key.length > LIMITS.metadataKeyCharacters);
    if (keys.length > LIMITS.metadataKeys) {
      refuse(context, `Metadata can have up to ${LIMITS.metadataKeys} keys.`);
    } else if (longKey !== undefined) {
      refuse(context, `Metadata keys can be up to ${LIMITS.metadataKeyCharacters} characters: ${longKey}`);
    } else if (Object.values(entries).some((value) => value.length > LIMITS.metadataValueCharacters)) {
      refuse(context, `Metadata values can have up to ${LIMITS.metadataValueCharacters} characters.`);
    }
  }),
]);

/** A time in seconds since 1970, or a range of times. */
export const range = z.union([
  integer,
  z.strictObject({ gt: integer, gte: integer, lt: integer, lte: integer }).partial(),
]);

/** Whether a time is within `range`. */
export function isWithin(time: number, asked: z.output<typeof range> | undefined): boolean {
  if (asked === undefined) return true;
  if (typeof asked === 'number') return time === asked;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = asked;
  return time > gt && time >= gte && time < lt && time <= lte;
}

/** The requested part of a list. */
export const page = {
  limit: integer
    .refine((limit) => limit >= 1 && limit <= LIMITS.largestPage, { error: 'Invalid limit: it must be from 1 to 100' })
    .optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
};

const expand = z.array(text).optional();

/** The paths that validated parameters ask to expand. */
export function expansionOf(params: unknown): string[] | undefined {
  return z.object({ expand }).parse(params).expand;
}

/** All parameters of a call: its own, and `expand`. */
export function parametersOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject({ ...shape, expand });
}

/** Parses a form or a query string. Nested parameters are written `a[b][0]`. */
export function parseForm(form: string): Record<string, unknown> {
  return qs.parse(form, { depth: 8, arrayLimit: 1_000, parameterLimit: 10_000 });
}

/**
 * Validates a call's parameters.
 *
 * @throws {ApiError} about the first invalid one
 */
export function readParameters<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw toApiError(parsed.error.issues[0]);
}

function toApiError(issue: z.core.$ZodIssue | undefined, path: PropertyKey[] = []): ApiError {
  if (issue === undefined) return invalid('Invalid request.');
  const fullPath = [...path, ...issue.path];
  const name = nameOf(fullPath);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const unknown = nameOf([...fullPath, ...issue.keys.slice(0, 1)]);
      return invalid(`Received unknown parameter: ${unknown}`, 'parameter_unknown', unknown);
    }
    case 'invalid_union':
      return toApiError(issue.errors.at(-1)?.[0], fullPath);
    case 'too_small':
      return issue.origin === 'string'
        ? invalid(
            `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
            'parameter_invalid_empty',
            name,
          )
        : invalid(`Invalid array: ${name} has too few entries`, undefined, name);
    case 'invalid_value':
      if (issue.input !== undefined) {
        return invalid(`Invalid ${name}: must be one of ${issue.values.join(', ')}`, undefined, name);
      }
      return missing(name);
    case 'invalid_type':
      return issue.input === undefined ? missing(name) : invalid(`Invalid ${issue.expected}`, undefined, name);
    default: {
      const { code }: { code?: unknown } = (issue.code === 'custom' && issue.params) || {};
      return invalid(issue.message, typeof code === 'string' ? code : undefined, name);
    }
  }
}

function missing(name: string): ApiError {
  return invalid(`Missing required param: ${name}.`, 'parameter_missing', name);
}

function nameOf([first, ...rest]: readonly PropertyKey[]): string {
  return `${String(first ?? '')}${rest.map((key) => `[${String(key)}]`).join('')}`;
}

function refuse(context: z.RefinementCtx, message: string, code?: string): never {
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
}

function shaped(
  holds: (value: string) => boolean,
  code: string,
  message: (value: string) => string,
): [(value: string) => boolean, { error: (issue: { input: unknown }) => string; params: { code: string } }] {
  return [holds, { error: ({ input }) => message(String(input)), params: { code } }];
}
