/** Deepgram's `Results`: the transcript of `duration` seconds of audio from `start`, also in seconds. */
export function results(start: number, duration: number, transcript: string, isFinal = false) {
  return {
    type: 'Results',
    channel_index: [0, 1],
    start,
    duration,
    is_final: isFinal,
    speech_final: false,
    from_finalize: false,
    channel: { alternatives: [{ transcript, confidence: 0.9, languages: ['en'], words: [] }] },
    metadata: { request_id: 'request', model_uuid: 'model' },
  };
}

/** Final `Results`. */
export function finalResults(start: number, duration: number, transcript: string) {
  return results(start, duration, transcript, true);
}

/** Deepgram's last message. */
export const metadata = { type: 'Metadata', request_id: 'request', created: '', duration: 1, channels: 1, sha256: '' };
