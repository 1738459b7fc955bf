import { fromByteArray } from 'base64-js';
import { z } from 'zod';
import { kindNamedIn } from '../error-kinds.ts';
import { parseJson } from '../json.ts';
import { ELEVENLABS, STREAMING } from '../limits.ts';
import { SAMPLE_RATE, type SttConfig } from '../provider.ts';
import { pcmBytes } from '../samples.ts';
import type { PhraseMessage, PhraseProtocol } from '../streaming/phrase-session.ts';

/** The messages that matter to dictation; anything with an `error` string is an error. */
const serverMessage = z.union([
  z.object({ message_type: z.string(), error: z.string() }),
  z.object({ message_type: z.literal('session_started') }),
  z.object({ message_type: z.enum(['partial_transcript', 'committed_transcript']), text: z.string() }),
]);

/** ElevenLabs' real-time API, with manual commits. */
export function elevenLabsProtocol({ prompt = '' }: SttConfig): PhraseProtocol {
  /** Sent with the first audio only. */
  let previousText = prompt;

  function chunk(audio: string, commit: boolean): string {
    const text = previousText;
    previousText = '';
    return JSON.stringify({
      message_type: 'input_audio_chunk',
      audio_base_64: audio,
      commit,
      sample_rate: SAMPLE_RATE,
      ...(text !== '' && { previous_text: text }),
    });
  }

  return {
    feed: {
      frame: ELEVENLABS.frame,
      maxLeadAudioMs: STREAMING.maxLeadAudioMs,
      encode: (samples) => chunk(fromByteArray(pcmBytes(samples)), false),
    },
    opening: [],
    isReadyOnOpen: false,
    commit: JSON.stringify({
      message_type: 'input_audio_chunk',
      audio_base_64: '',
      commit: true,
      sample_rate: SAMPLE_RATE,
    }),
    minCommitAudioMs: ELEVENLABS.minCommitAudioMs,
    answerSettlesMs: ELEVENLABS.answerSettlesMs,
    ending: [],
    read,
    kindOfClose: (_, reason) => kindNamedIn(reason) ?? 'server',
  };
}

function read(data: string | Uint8Array): PhraseMessage[] {
  const message = typeof data === 'string' ? serverMessage.safeParse(parseJson(data)).data : undefined;
  if (message === undefined) return [];
  if ('error' in message) {
    const kind = kindNamedIn(message.message_type) ?? kindNamedIn(message.error) ?? 'server';
    return [{ type: 'failed', kind, code: message.message_type }];
  }
  switch (message.message_type) {
    case 'session_started':
      return [{ type: 'ready' }];
    case 'partial_transcript':
      return [{ type: 'partial', text: message.text, stable: 0 }];
    case 'committed_transcript':
      return [{ type: 'final', text: message.text }];
  }
}
