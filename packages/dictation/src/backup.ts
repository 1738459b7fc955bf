/** When recognition on this computer, if ready, takes over from the provider for the rest of the take. */
import { sttError } from '@workspace/speech/error-messages';
import { isRetryable, type SttError } from '@workspace/speech/provider';
import { samplesIn } from '@workspace/speech/samples';
import { isOver, type Take, type TakeEffect } from './take-state.ts';
import { settledUpTo } from './transcript.ts';
import { BACKUP } from './tuning.ts';

export function canTakeOver(take: Take): boolean {
  return take.provider.hasBackup && !take.backup && !isOver(take);
}

/** Limits how long a provider that owes an answer may be silent, if there is a backup. */
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

/** Whether the provider has, or should have, audio that it must answer now. */
function owesAnswer({ phase, provider, connection, transcript, captured, cuts }: Take): boolean {
  if (phase !== 'recording') return settledUpTo(transcript) < captured;
  // A provider that segments the audio itself may wait for more of it before answering.
  if (provider.segmentation === 'server' && connection.type === 'ready')
    return connection.unanswered >= samplesIn(BACKUP.unansweredAudioMs);
  return settledUpTo(transcript) < (cuts.at(-1) ?? 0);
}

/** How long a provider that owes an answer may be silent. */
function patienceMs({ released }: Take): number {
  return released ? BACKUP.silenceAfterReleaseMs : BACKUP.silenceMs;
}

/** Whether a lost session, with its error if any, was the provider's last one in this take. */
export function isBeyondPatience({ failedAttempts, released }: Take, error: SttError | undefined): boolean {
  if (released || failedAttempts >= BACKUP.failedAttempts) return true;
  if (!error) return false;
  return error.kind === 'timeout' || !isRetryable(error.kind) || (error.retryAfterMs ?? 0) > BACKUP.silenceMs;
}

/** Returns why the provider failed: its error, or a timeout if there was none, since it was silent then. */
export function reasonOf({ backup, error, provider }: Take): SttError {
  return backup?.reason ?? error ?? sttError('timeout', { host: provider.host, key: '' });
}
