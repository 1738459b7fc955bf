import { isDatabaseUnavailable } from '@workspace/server/database/database-errors';
import type { Journal, Trouble } from './journal.ts';

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  cause?: LoggedError;
}

interface LogLine {
  level: string;
  time: string;
  msg: string;
  job?: string;
  err?: LoggedError;
}

/** Expected log lines: how to recognize them, and their causes. */
const CLASSES: readonly { name: string; fits: (line: LogLine) => boolean; troubles: readonly Trouble[] }[] = [
  { name: 'mail not taken', fits: ({ err }) => isOfType(err, 'MailNotSentError'), troubles: ['mail'] },
  {
    name: 'payment provider away',
    fits: ({ err }) => isOfType(err, 'PaymentProviderError') && /Connection|API|5\d\d/.test(messageOf(err)),
    troubles: ['payments'],
  },
  { name: 'database away', fits: ({ err }) => isDatabaseUnavailable(errorOf(err)), troubles: ['database', 'servers'] },
];

/** Counts the lines of a server's log by explanation, and reports those without one. */
export function explainLog(log: string, journal: Journal): void {
  for (const text of log.split('\n').filter(Boolean)) {
    const line = parse(text);
    const found = line && CLASSES.find(({ fits }) => fits(line));
    if (line && found && journal.explains(found.troubles, Date.parse(line.time)))
      journal.count(`log: ${line.msg}, ${found.name}`);
    else journal.blame('a server', `logged what nothing explains: ${text}`);
  }
}

function parse(text: string): LogLine | undefined {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return undefined;
  }
}

function isOfType(error: LoggedError | undefined, type: string): boolean {
  return error !== undefined && (error.type === type || isOfType(error.cause, type));
}

function messageOf(error: LoggedError | undefined): string {
  return error === undefined ? '' : `${error.message} ${messageOf(error.cause)}`;
}

/** The logged error, as far as the log shows it. */
function errorOf(error: LoggedError | undefined): Error | undefined {
  if (error === undefined) return undefined;
  const { message, code, cause } = error;
  return Object.assign(new Error(message, { cause: errorOf(cause) }), code === undefined ? {} : { code });
}
