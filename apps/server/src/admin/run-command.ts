import { emailSchema } from '@workspace/contract/auth';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { BundledDatabaseError } from '../database/bundled/bundled-database-error.ts';
import { explainRefusal, isDatabaseUnavailable } from '../database/database-errors.ts';
import { MigrationError } from '../database/migrate.ts';
import { Failure } from '../failure.ts';
import { describeError } from '../http/log.ts';
import { AdminError } from './admin-error.ts';
import { changeLicense, GRANT, REVOKE } from './change-license.ts';
import { findUser } from './find-user.ts';
import { makeResetLink } from './make-reset-link.ts';
import { removeAccount } from './remove-account.ts';
import type { Report } from './report.ts';
import { resendVerification } from './resend-verification.ts';
import { showUnmatchedPayments } from './show-unmatched-payments.ts';
import { signOut } from './sign-out.ts';
import type { SupportServices } from './support-services.ts';

export const EXIT_CODE = { success: 0, failed: 1, badArguments: 2 } as const;
export type ExitCode = (typeof EXIT_CODE)[keyof typeof EXIT_CODE];

/** What a command needs from the process that runs it. */
export interface Dependencies {
  /** Called only once the arguments are known to be valid. */
  connect(): Promise<{ services: SupportServices; close(): Promise<void> }>;
  print(text: string): void;
  printError(text: string): void;
  /** The typed answer; empty if there is none. */
  ask(question: string): Promise<string>;
}

/** Runs the command that the arguments name, and prints the result or the error. */
export async function runCommand(argv: readonly string[], dependencies: Dependencies): Promise<ExitCode> {
  try {
    await describeCommands(dependencies).parseAsync(argv, { from: 'user' });
    return EXIT_CODE.success;
  } catch (error) {
    // Commander has already printed what is wrong with the arguments, or the help that was requested.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODE.success : EXIT_CODE.badArguments;
    dependencies.printError(explain(error));
    return EXIT_CODE.failed;
  }
}

function describeCommands({ connect, print, printError, ask }: Dependencies): Command {
  const program = new Command('npm run admin --')
    .description(`${PRODUCT_NAME}: tools for support. Everything done is recorded in the audit table, with who did it.`)
    .option('--json', 'print the result as JSON')
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError('See --help for the commands.')
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: (text) => printError(text.trimEnd()) });

  const perform = async (action: (services: SupportServices) => Promise<Report>) => {
    const { services, close } = await connect();
    try {
      const { text, data } = await action(services);
      print(program.opts<{ json?: true }>().json ? JSON.stringify(data, null, 2) : text);
    } finally {
      await close();
    }
  };
  const forAddress = (
    name: string,
    description: string,
    action: (services: SupportServices, email: string) => Promise<Report>,
  ) =>
    program
      .command(name)
      .description(description)
      .argument('<email>', "the account's address", readEmail)
      .action((email: string) => perform((services) => action(services, email)));

  program
    .command('find-user')
    .description('show what we know about an account')
    .argument('<email or id>', "the account's address or id", readEmailOrId)
    .action((emailOrId: string) => perform((services) => findUser(services, emailOrId)));
  forAddress('resend-verification', 'send a new verification link', resendVerification);
  forAddress('reset-password-link', 'print a one-time link to set a new password', makeResetLink);
  forAddress('grant-license', 'give an account a license', (services, email) => changeLicense(services, email, GRANT));
  forAddress('revoke-license', 'take back a license that support gave', (services, email) =>
    changeLicense(services, email, REVOKE),
  );
  program
    .command('unmatched-payments')
    .description('list payments that belong to no account')
    .action(() => perform(showUnmatchedPayments));
  forAddress('sign-out', 'sign a user out on all browsers and devices', signOut);
  program
    .command('delete-account')
    .description('delete an account and everything stored about it')
    .argument('<email>', "the account's address", readEmail)
    .option('--yes', "don't ask for the address again")
    .action((email: string, { yes }: { yes?: true }) =>
      perform((services) => removeAccount(services, email, yes ? async () => email : ask)),
    );
  return program;
}

function readEmail(text: string): string {
  const { data } = emailSchema.safeParse(text);
  if (data === undefined) throw new InvalidArgumentError("It isn't an email address.");
  return data;
}

function readEmailOrId(text: string): string {
  const { data } = z.union([z.uuid().toLowerCase(), emailSchema]).safeParse(text);
  if (data === undefined) throw new InvalidArgumentError('It is neither an email address nor an id.');
  return data;
}

/** Errors whose message tells the user all there is to know. */
const PLAIN_ERRORS = [AdminError, ConfigError, BundledDatabaseError, MigrationError];

function explain(error: unknown): string {
  if (PLAIN_ERRORS.some((plain) => error instanceof plain)) return (error as Error).message;
  if (error instanceof Failure) return error.messages.join('\n');
  if (isDatabaseUnavailable(error)) return "Can't reach the database. Start it, or check DATABASE_URL.";
  const refusal = explainRefusal(error);
  if (refusal !== undefined) return refusal;
  const { type, message, stack } = describeError(error);
  return `This is a bug. Please report it:\n${type} ${message}\n${stack}`;
}
