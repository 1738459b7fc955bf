import type { Call, ParsedInput } from '@workspace/contract/call';
import type { z } from 'zod';
import { Failure } from '../failure.ts';
import { safeParse } from '../safe-parse.ts';

interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

const PARTS = ['params', 'query', 'body'] as const;
const MAX_MESSAGES = 20;

/**
 * Parses a call's input with its schemas; whatever they don't name is left out.
 *
 * @throws Failure `invalid-input` with a message for each thing that is wrong
 */
export function parseInput<C extends Call>(call: C, raw: RawInput): ParsedInput<C> {
  const messages: string[] = [];
  const input: Record<string, unknown> = {};
  for (const part of PARTS) {
    const schema: z.ZodType | undefined = call[part];
    if (schema === undefined) continue;
    // A missing body counts as an empty one, so that the message names the field.
    const parsed = safeParse(schema, raw[part] ?? {}, { error: describe });
    if (parsed.success) input[part] = parsed.data;
    else messages.push(...parsed.error.issues.map(({ message }) => message));
  }
  if (messages.length > 0) throw new Failure('invalid-input', { messages: messages.slice(0, MAX_MESSAGES) });
  return input as ParsedInput<C>;
}

/** Returns the message for an issue that the schema has none for. */
function describe(issue: z.core.$ZodRawIssue): string {
  const path = issue.path?.join('.') ?? '';
  const field = path === '' ? 'The request' : path;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${field} is missing.` : `${field} must be of type ${issue.expected}.`;
    case 'too_big':
      return `${field} must be at most ${issue.maximum}${issue.origin === 'number' || issue.origin === 'int' ? '' : ' long'}.`;
    case 'too_small':
      return `${field} must be at least ${issue.minimum}${issue.origin === 'number' || issue.origin === 'int' ? '' : ' long'}.`;
    default:
      return `${field} is invalid.`;
  }
}
