import type { SttErrorKind } from '@workspace/speech/provider';
import { ArgumentError, USAGE_HINT } from './arguments.ts';
import { AudioFileError } from './audio-file-error.ts';
import { ConfigurationError } from './configuration.ts';
import { OutputError } from './output.ts';

/** The exit codes, for scripts that call the command line. */
export const EXIT_CODE = {
  success: 0,
  /** A bug, or the text could not be written. */
  fault: 1,
  /** Arguments, environment or file. */
  badInput: 2,
  keyRefused: 3,
  /** Any other failure of the provider or the network. */
  providerFailed: 4,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT_CODE)[keyof typeof EXIT_CODE];

/** The exit code for a failure of the provider or the network. */
export function exitCodeForProvider(kind: SttErrorKind): ExitCode {
  return kind === 'auth' || kind === 'permission' ? EXIT_CODE.keyRefused : EXIT_CODE.providerFailed;
}

/** The exit code for an error, and the message for stderr. */
export function explain(error: unknown): { exitCode: ExitCode; message: string } {
  if (error instanceof ArgumentError)
    return { exitCode: EXIT_CODE.badInput, message: `${error.message}\n${USAGE_HINT}` };
  if (error instanceof ConfigurationError || error instanceof AudioFileError)
    return { exitCode: EXIT_CODE.badInput, message: error.message };
  if (error instanceof OutputError) return { exitCode: EXIT_CODE.fault, message: error.message };
  return { exitCode: EXIT_CODE.fault, message: `This is a bug. Please report it:\n${trace(error)}` };
}

/** Returns the error's name and stack. Its message stays out: it may quote what was said. */
function trace(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const places = (error.stack ?? '').split('\n').filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  return [error.name, ...places].join('\n');
}
