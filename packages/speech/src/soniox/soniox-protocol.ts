import { kindNamedIn, kindOfStatus } from '../error-kinds.ts';
import { SONIOX, STREAMING } from '../limits.ts';
import type { SttConfig, SttErrorKind } from '../provider.ts';
import { pcmBytes } from '../samples.ts';
import type { PhraseMessage, PhraseProtocol } from '../streaming/phrase-session.ts';
import { END_OF_AUDIO, readServerMessage, startMessage } from './messages.ts';

/** Token that confirms that everything before a `finalize` is final now. */
const FINALIZED = '<fin>';
/** Token at the end of an utterance; not text either. */
const ENDPOINT = '<end>';

/** Soniox's real-time API: each final token is sent once, after provisional ones; `finalize` makes all final. */
export function sonioxProtocol(config: SttConfig): PhraseProtocol {
  /** The final tokens since the last `<fin>`, joined. */
  let settled = '';

  function read(data: string | Uint8Array): PhraseMessage[] {
    const message = readServerMessage(data);
    if (message === undefined) return [];
    if ('error_code' in message) {
      return [
        { type: 'failed', kind: kindOfError(message.error_code, message.error_message), code: `${message.error_code}` },
      ];
    }
    const messages: PhraseMessage[] = [];
    let provisional = '';
    for (const { text, is_final: isFinal } of message.tokens) {
      if (text === ENDPOINT) continue;
      if (text === FINALIZED) {
        messages.push({ type: 'final', text: settled.trim() });
        settled = '';
      } else if (isFinal) {
        settled += text;
      } else {
        provisional += text;
      }
    }
    const stable = settled.trimStart();
    messages.push({
      type: 'partial',
      text: `${stable}${stable === '' ? provisional.trimStart() : provisional}`,
      stable: stable.trimEnd().length,
    });
    if (message.finished) messages.push({ type: 'finished' });
    return messages;
  }

  return {
    feed: {
      frame: SONIOX.frame,
      maxLeadAudioMs: STREAMING.maxLeadAudioMs,
      keepAlive: { everyMs: SONIOX.keepAliveMs, message: JSON.stringify({ type: 'keepalive' }) },
      encode: pcmBytes,
    },
    opening: [startMessage(config)],
    isReadyOnOpen: true,
    commit: JSON.stringify({ type: 'finalize' }),
    minCommitAudioMs: 0,
    ending: [END_OF_AUDIO],
    read,
    kindOfClose: (_, reason) => kindNamedIn(reason) ?? 'server',
  };
}

/** Interprets the answer to a stream without audio: the key is good, or what is wrong; `undefined`: it says neither. */
export function readAnswer(data: string | Uint8Array): 'good' | SttErrorKind | undefined {
  const message = readServerMessage(data);
  if (message === undefined) return undefined;
  if (!('error_code' in message)) return 'good';
  const kind = kindOfError(message.error_code, message.error_message);
  // An error about the request means that the key was accepted.
  return kind === 'bad-config' || kind === 'timeout' ? 'good' : kind;
}

function kindOfError(code: number, said: string): SttErrorKind {
  // The provider ends streams early and asks clients to restart them.
  return code === 503 && /restart/i.test(said) ? 'expired' : kindOfStatus(code, said);
}
