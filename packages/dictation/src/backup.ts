/** When recognition on this computer takes over from the provider, if it is ready: it then does the rest of the take. */
import { sttError } from '@workspace/speech/error-messages';
import { isRetryable, type SttError } from '@workspace/speech/provider';
import { samplesIn } from '@workspace/speech/samples';
import { isOver, type Take, type TakeEffect } from './take-state.ts';
import { settledUpTo } from './transcript.ts';
import { BACKUP } from './tuning.ts';

export function canTakeOver(take: Take): boolean {
  return take.provider.hasBackup && !take.backup && !isOver(take);
}

/** Where a backup waits, a provider that owes an answer may be silent for a while only. */
export function watchProvider(take: Take, now: number, effects: TakeEffect[]): Take {
  if (!canTakeOver(take) || !owesAnswer(take)) return { ...take, patienceEndsAt: undefined };
  const { patienceEndsAt = Number.POSITIVE_INFINITY } = take;
  const delayMs = patienceMs(take);
  if (patienceEndsAt <= now + delayMs) return take;
  effects.push(
    { type: 'start-timer', timer: 'prepare-backup', delayMs: delayMs / 2 },
    { type: 'start-timer', timer: 'patience', delayMs },
  );
  return { ...take, patienceEndsAt: now + delayMs };
}

/** Whether the provider has audio, or should have, that it is to answer now. */
function owesAnswer({ phase, provider, connection, transcript, captured, cuts }: Take): boolean {
  if (phase !== 'recording') return settledUpTo(transcript) < captured;
  // A provider that cuts the audio itself may wait for more of it before answering.
  if (provider.segmentation === 'server' && connection.type === 'ready')
    return connection.unanswered >= samplesIn(BACKUP.unansweredAudioMs);
  return settledUpTo(transcript) < (cuts.at(-1) ?? 0);
}

/** How long a provider that owes an answer may be silent. */
function patienceMs({ released }: Take): number {
  return released ? BACKUP.silenceAfterReleaseMs : BACKUP.silenceMs;
}

/** Whether a session that was lost, by this error if there was any, was the provider's last one in this take. */
export function isBeyondPatience({ failedAttempts, released }: Take, error: SttError | undefined): boolean {
  if (released || failedAttempts >= BACKUP.failedAttempts) return true;
  if (!error) return false;
  return error.kind === 'timeout' || !isRetryable(error.kind) || (error.retryAfterMs ?? 0) > BACKUP.silenceMs;
}

/** What the provider failed by. Where there was no error, it was silent. */
export function reasonOf({ backup, error, provider }: Take): SttError {
  return backup?.reason ?? error ?? sttError('timeout', { host: provider.host, key: '' });
}
