import { kindNamedIn } from '../error-kinds.ts';
import type { SttErrorKind } from '../provider.ts';
import type { ServerErrorDetails } from './server-events.ts';

/** Returns the kind of an error that the provider reports, if its codes or message are known. */
export function kindOfServerError(error: ServerErrorDetails): SttErrorKind | undefined {
  return kindNamedIn([error.type, error.code].join(' ')) ?? kindNamedIn(error.message ?? '');
}

/** Whether an error means that there was nothing to transcribe in a commit. Early versions gave no code. */
export function isEmptyCommit(error: ServerErrorDetails): boolean {
  return (
    error.code === 'input_audio_buffer_commit_empty' ||
    /committing input audio buffer.*(empty|too small)/i.test(error.message ?? '')
  );
}

/** Error kinds by close code, if the reason is unknown. 3000 and 3003 as registered with IANA. */
const CLOSE_CODES: Partial<Record<number, SttErrorKind>> = {
  1001: 'expired',
  1013: 'rate-limit',
  3000: 'auth',
  3003: 'permission',
};

/** Returns the kind of error for which the provider closed the connection. */
export function kindOfClose(code: number, reason: string): SttErrorKind {
  return kindNamedIn(reason) ?? CLOSE_CODES[code] ?? 'server';
}
