import type { FastifyServerOptions } from 'fastify';

type LoggerOptions = Exclude<NonNullable<FastifyServerOptions['logger']>, boolean>;

/**
 * Defines what the log says. About a request: method, route and outcome, never its URL, headers or body, which may hold
 * tokens. About an error: what kind it is and where it arose.
 */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }), bindings: () => ({}) },
    serializers: {
      req: ({ method, routeOptions }) => ({ method, route: routeOptions?.url ?? 'unknown' }),
      res: ({ statusCode }) => ({ status: statusCode }),
      err: describeError,
    },
    // Catches what the serializers didn't foresee.
    redact: {
      paths: ['*.password', '*.token', '*.refreshToken', '*.setupToken', '*.email', '*.authorization', '*.cookie'],
      censor: '[redacted]',
    },
  };
}

/**
 * Describes an error for the log. Messages from the database, from mail servers and about JSON are left out: they quote
 * values.
 */
export function describeError(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code, constraint, table } = error as Error & Record<'code' | 'constraint' | 'table', unknown>;
  const quotesValues = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
  const isQuery = 'query' in error && 'params' in error;
  const isMailServers = 'responseCode' in error || 'rejected' in error;
  const described = {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    message: quotesValues || isQuery || isMailServers || error instanceof SyntaxError ? '' : error.message,
    stack: framesOf(error),
  };
  return error.cause === undefined ? described : { ...described, ...{ cause: describeError(error.cause) } };
}

/**
 * Returns the stack frames. The message precedes them, and is cut off as a whole: it may contain lines that look like
 * frames.
 */
function framesOf({ message, stack = '' }: Error): string {
  const begin = stack.indexOf(message);
  if (begin < 0) return '';
  return stack
    .slice(begin + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
}
