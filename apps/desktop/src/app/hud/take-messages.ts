import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { CaptureStop } from '@workspace/dictation/capture';
import type { NotInserted } from '@workspace/dictation/ports';
import type { ReturnMiss } from '@workspace/dictation/return-key';
import type { TakeView } from '@workspace/dictation/take-view';
import { isRetryable } from '@workspace/speech/provider';
import type { HudView } from '../../ipc/hud-messages.ts';

/** A message's text, and what can be done about it besides dismissing it. */
type MessageText = Record<'title' | 'detail', string> & Pick<HudView, 'actions'>;

/**
 * Returns the message for text that could not be inserted into its field. `canAllow`: the system doesn't allow it, but
 * the permission can be requested.
 */
export function notInsertedMessage(outcome: NotInserted, canAllow: boolean): MessageText {
  const isForbidden = canAllow && outcome !== 'secure-field' && outcome !== 'secure-input';
  return isForbidden ? FORBIDDEN[outcome] : NOT_INSERTED[outcome];
}

/** Returns the message if Return was requested but not pressed; the text is in its field. */
export function returnMissedMessage(why: ReturnMiss): MessageText {
  return { title: 'Return wasn’t pressed', detail: RETURN_MISSED[why], actions: [] };
}

/**
 * Returns the message for a recording that ended on its own. `canAllow`: the microphone isn't allowed, but the
 * permission can be requested.
 */
export function stopMessage(by: Exclude<CaptureStop, 'end'>, canAllow: boolean, isEdit: boolean): MessageText {
  const [title, detail] = RECORDING_STOPPED[by];
  return {
    title,
    detail: isEdit ? detail.replace(KEPT_TEXT, UNEDITED) : detail,
    actions: by === 'denied' && canAllow ? [ALLOW] : [],
  };
}

/** Returns the message about a failed take. */
export function failureMessage({ error, text, backup, edit }: TakeView): MessageText {
  const kept = 'Your recording is kept for ten minutes.';
  const failedHere = backup ? ' Recognition on this computer failed too.' : '';
  const inserted = edit || text.trim() === '' ? '' : ' What was recognized so far has been inserted.';
  return {
    title: error?.message ?? 'Couldn’t finish the dictation.',
    detail: `${error?.advice ?? 'Try again.'}${failedHere} ${kept}${inserted}`,
    actions: [{ id: 'retry', label: 'Try again' }, DISMISS],
  };
}

/**
 * Returns the remark after a take that recognition on this computer took over for a reason that passes on its own; null
 * if it wasn't taken over, or the user needs a message.
 */
export function takeOverRemark({ backup }: TakeView): string | null {
  return backup && isRetryable(backup.reason.kind) ? `${UNDERSTOOD_HERE} ${backup.reason.message}` : null;
}

/**
 * Returns the remark for a live dictation with a phrase being tidied up, which names the host; null if there is none.
 */
export function tidyingRemark(take: TakeView | undefined): string | null {
  return take?.cleanUp?.state === 'pending' ? `Tidying up at ${take.cleanUp.host}` : null;
}

/**
 * Returns the remark after text that should have been tidied up but stayed as heard; null if the user can't do anything
 * about that. `problem`: why it may have stayed so.
 */
export function asHeardRemark({ cleanUp }: TakeView, problem: string | undefined): string | null {
  if (cleanUp?.state === 'late') return `As you said it: ${cleanUp.host} took too long to tidy it up.`;
  return cleanUp?.state === 'as-heard' && problem !== undefined ? `As you said it. ${problem}` : null;
}

/** Returns the message if recognition on this computer took over for a reason only the user can fix; null otherwise. */
export function refusalMessage({ backup }: TakeView): MessageText | null {
  if (!backup || isRetryable(backup.reason.kind)) return null;
  const { message, advice } = backup.reason;
  return {
    title: message,
    detail: `${advice} ${UNDERSTOOD_MEANWHILE}`,
    actions: [{ id: 'settings', label: 'Settings' }],
  };
}

/** Returns what is wrong with a take in progress, and what happens next; null if nothing is. */
export function troubleOf(take: TakeView | undefined): string | null {
  if (take?.backup && take.phase !== 'failed') return `${take.backup.reason.message} ${UNDERSTOOD_INSTEAD}`;
  if (take?.error && take.phase !== 'failed')
    return take.reconnecting
      ? `${take.error.message} Trying again. Nothing is lost.`
      : `${take.error.message} ${take.error.advice}`;
  if (take?.reconnecting) return 'The connection dropped. Reconnecting. Nothing is lost.';
  return take?.slow ? 'The provider is taking a while. Still waiting. Nothing is lost.' : null;
}

export const DISMISS = { id: 'dismiss', label: 'Dismiss' } as const;
const ALLOW = { id: 'allow', label: 'Allow…' } as const;
const UNDERSTOOD_HERE = 'Recognized on this computer.';
const UNDERSTOOD_INSTEAD = 'Recognized on this computer instead.';
const UNDERSTOOD_MEANWHILE = 'Until then, this computer recognizes what you say.';
export const PASTE = 'Paste it wherever you like.';
export const NO_PASSWORD_FIELDS = `${PRODUCT_NAME} doesn’t type into password fields`;
const KEPT = 'It’s still in memory. Copy it, or paste it again from the menu.';

const NOT_INSERTED: Record<NotInserted, MessageText> = {
  'on-clipboard': {
    title: 'The text is on the clipboard',
    detail: `You had moved on, or no text field was in front. ${PASTE}`,
    actions: [],
  },
  'secure-field': {
    title: NO_PASSWORD_FIELDS,
    detail: `The text is on the clipboard. ${PASTE}`,
    actions: [],
  },
  'secure-input': {
    title: 'The text may not have arrived',
    detail:
      'Paste it from the clipboard. An app is protecting what you type; macOS doesn’t say which. Close any password prompt, then try again.',
    actions: [],
  },
  failed: { title: 'Couldn’t insert the text', detail: KEPT, actions: [{ id: 'copy', label: 'Copy' }] },
};

/** The same if the system doesn't allow it. */
const FORBIDDEN: Record<Exclude<NotInserted, 'secure-field' | 'secure-input'>, MessageText> = {
  'on-clipboard': {
    title: 'The text is on the clipboard',
    detail: `${PRODUCT_NAME} isn’t allowed to type into other apps yet. ${PASTE}`,
    actions: [ALLOW],
  },
  failed: { title: 'Couldn’t insert the text', detail: KEPT, actions: [{ id: 'copy', label: 'Copy' }, ALLOW] },
};

const RETURN_MISSED: Record<ReturnMiss, string> = {
  unconfirmed: `This app doesn’t show ${PRODUCT_NAME} whether the text arrived. Check it, then press Return yourself.`,
  refused: 'You had moved on, or were holding a key. Your text is where you dictated it.',
};

const KEPT_TEXT = 'What you said until then is kept.';
const UNEDITED = 'Nothing was edited.';
const RECORDING_STOPPED: Record<Exclude<CaptureStop, 'end'>, [title: string, detail: string]> = {
  denied: [
    `${PRODUCT_NAME} isn’t allowed to use the microphone`,
    'Allow it in the system’s privacy settings, then dictate again.',
  ],
  missing: ['No microphone found', 'Connect one, or choose another in Settings.'],
  lost: ['The microphone was disconnected', `${KEPT_TEXT} Reconnect it, or choose another in Settings.`],
  failed: ['Couldn’t open the microphone', 'Quit other apps that use it, then try again.'],
  silence: ['Recording stopped after five minutes of silence', KEPT_TEXT],
  sleep: ['Recording stopped: the computer went to sleep', KEPT_TEXT],
};
