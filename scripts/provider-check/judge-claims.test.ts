import { describe, expect, test } from 'vitest';
import type { RecordingId } from './claim.ts';
import { MessageDescriber } from './describe-message.ts';
import { judgeClaims } from './judge-claims.ts';
import type { Note, Observation } from './observation.ts';

type Step = { sent: object } | { received: object } | { audioSeconds: number } | { noted: Note };

/** The observations of one connection. */
function observed(...steps: Step[]): Observation[] {
  const describer = new MessageDescriber();
  const place = { atMs: 0, connection: 1 };
  return steps.map((step): Observation => {
    if ('noted' in step) return { ...place, ...step.noted };
    if ('audioSeconds' in step) return { ...place, type: 'sent-audio', seconds: step.audioSeconds };
    const [type, message] = 'sent' in step ? (['sent', step.sent] as const) : (['received', step.received] as const);
    return { ...place, type, message: describer.describe(JSON.stringify(message)) };
  });
}

function verdict(claim: string, id: RecordingId, ...steps: Step[]) {
  return judgeClaims([{ id, observations: observed(...steps) }]).find((judged) => judged.id === claim)?.verdict;
}

function update(transcription: object): Step {
  return { sent: { type: 'session.update', session: { audio: { input: { transcription } } } } };
}
function updated(transcription: object): Step {
  return { received: { type: 'session.updated', session: { audio: { input: { transcription } } } } };
}
const ITEM = 'conversation.item.input_audio_transcription';
const delta = (item_id: string, text = 'Hello'): Step => ({
  received: { type: `${ITEM}.delta`, item_id, delta: text },
});
const completed = (item_id: string, text = 'Hello, world.'): Step => ({
  received: { type: `${ITEM}.completed`, item_id, transcript: text },
});
const committed = (item_id: string): Step => ({ received: { type: 'input_audio_buffer.committed', item_id } });
const error = (details: object): Step => ({ received: { type: 'error', error: details } });

describe.each([
  ['openai-delay', 'openai-live', 'delay', 'low'],
  ['openai-languages', 'openai-phrases', 'languages', ['en']],
  ['openai-keywords', 'openai-phrases', 'keywords', ['word']],
] as const)('%s', (claim, id, name, value) => {
  test('is confirmed if a session is configured with the parameter', () => {
    expect(verdict(claim, id, update({ [name]: value }), updated({ [name]: value }))).toBe('confirmed');
    expect(verdict(claim, id, update({ [name]: value }), updated({}))).toBe('confirmed');
  });

  test('is refuted by an error that names the parameter, whatever follows', () => {
    const refusal = error({ code: 'unknown_parameter', param: `session.audio.input.transcription.${name}` });
    expect(verdict(claim, id, update({ [name]: value }), refusal, update({}), updated({}))).toBe('refuted');
  });

  test('is not seen if the parameter was not sent, or nothing was answered', () => {
    expect(verdict(claim, id, update({}), updated({}))).toBe('not seen');
    expect(verdict(claim, id, update({ [name]: value }))).toBe('not seen');
  });
});

describe('openai-rate-limits', () => {
  test.each([
    ['confirmed', [completed('a')]],
    ['refuted', [completed('a'), { received: { type: 'rate_limits.updated' } }]],
    ['not seen', []],
  ] as const)('is %s', (expected, steps) => {
    expect(verdict('openai-rate-limits', 'openai-live', ...steps)).toBe(expected);
  });
});

describe('openai-item-id', () => {
  test.each([
    ['confirmed', [delta('a'), committed('a'), delta('b'), delta('a'), committed('b'), committed('c')]],
    ['refuted', [delta('a'), committed('a'), delta('b'), committed('c')]],
    ['not seen', [committed('a'), delta('a'), completed('a')]],
  ] as const)('is %s', (expected, steps) => {
    expect(verdict('openai-item-id', 'openai-live', ...steps)).toBe(expected);
  });
});

describe('openai-completed', () => {
  test.each([
    ['confirmed', [delta('a'), completed('a')]],
    ['refuted', [delta('a'), completed('a'), delta('b', 'Hallo'), completed('b')]],
    ['not seen', [completed('a')]],
  ] as const)('is %s', (expected, steps) => {
    expect(verdict('openai-completed', 'openai-live', ...steps)).toBe(expected);
  });
});

describe('openai-wrong-key', () => {
  test.each([
    ['confirmed', [{ noted: { type: 'refused', status: 401 } }]],
    ['refuted', [{ noted: { type: 'refused', status: 403 } }]],
    ['refuted', [{ noted: { type: 'open' } }, error({ code: 'invalid_api_key' })]],
    ['refuted', [{ noted: { type: 'open' } }, { noted: { type: 'closed', code: 3000 } }]],
    ['not seen', [{ noted: { type: 'failed' } }]],
    ['not seen', [{ noted: { type: 'open' } }, updated({})]],
  ] as const)('is %s', (expected, steps) => {
    expect(verdict('openai-wrong-key', 'openai-wrong-key', ...steps)).toBe(expected);
  });
});

describe('openai-pieces', () => {
  test.each([
    ['confirmed', [{ audioSeconds: 0.08 }, completed('a')]],
    ['confirmed', [error({ event_id: 'update-1' }), { audioSeconds: 0.08 }, completed('a')]],
    ['refuted', [{ audioSeconds: 0.08 }, error({ code: 'invalid_value', event_id: 'append-1' }), completed('a')]],
    ['not seen', [{ audioSeconds: 0.08 }]],
  ] as const)('is %s', (expected, steps) => {
    expect(verdict('openai-pieces', 'openai-phrases', ...steps)).toBe(expected);
  });
});

const request = (fields: string[], call: 'transcriptions' | 'inference' = 'transcriptions'): Step => ({
  noted: { type: 'request', call, fields },
});
const response = (status: number, contentType = 'application/json'): Step => ({
  noted: { type: 'response', status, contentType },
});
const answer = (events: string[], parameters?: string[]): Step => ({
  noted: { type: 'answer', events, ...(parameters ? { error: { parameters } } : {}) },
});

describe('files-languages', () => {
  test.each([
    ['confirmed', [request(['languages[]']), response(200), answer([])]],
    ['refuted', [request(['languages[]']), response(400), answer([], ['languages'])]],
    ['not seen', [request(['languages[]']), response(401), answer([], [])]],
    ['not seen', [request(['languages[]']), { noted: { type: 'failed' } }]],
    ['not seen', [request(['model']), response(200), answer([])]],
  ] as const)('is %s', (expected, steps) => {
    expect(verdict('files-languages', 'openai-files', ...steps)).toBe(expected);
  });
});

describe('compatible-stream', () => {
  test('says if it was not sent', () => {
    const [judged] = judgeClaims([{ id: 'compatible', observations: observed(request([]), response(200)) }]).filter(
      ({ id }) => id === 'compatible-stream',
    );
    expect(judged?.because).toBe('it was not sent');
  });

  test.each([
    ['confirmed', [request(['stream']), response(200, 'text/event-stream'), answer([])]],
    ['refuted', [request(['stream']), response(200), answer([])]],
    ['refuted', [request(['stream']), response(400), answer([], ['stream'])]],
    ['not seen', [request(['model']), response(200), answer([])]],
  ] as const)('is %s', (expected, steps) => {
    expect(verdict('compatible-stream', 'compatible', ...steps)).toBe(expected);
  });
});

describe('compatible-path', () => {
  test.each([
    ['confirmed', [request([], 'inference'), response(200)]],
    ['refuted', [request([], 'inference'), response(404)]],
    ['not seen', [request([]), response(200)]],
  ] as const)('is %s', (expected, steps) => {
    expect(verdict('compatible-path', 'compatible', ...steps)).toBe(expected);
  });
});

describe('files-stream-errors', () => {
  test.each([
    ['confirmed', [request([]), response(200), answer(['transcript.text.delta', 'error'])]],
    ['not seen', [request([]), response(200), answer(['transcript.text.done'])]],
  ] as const)('is %s', (expected, steps) => {
    expect(verdict('files-stream-errors', 'openai-files', ...steps)).toBe(expected);
  });
});

describe('Deepgram', () => {
  const results = (start: number, duration: number, is_final = true): Step => ({
    received: { type: 'Results', start, duration, is_final },
  });

  test.each([
    ['confirmed', [{ audioSeconds: 3 }, results(1, 2), results(0, 1), results(0, 9, false)]],
    ['refuted', [{ audioSeconds: 3 }, results(0, 1), results(2, 1)]],
    ['refuted', [{ audioSeconds: 3 }, results(0, 2), results(2, 1, false)]],
    ['not seen', [{ audioSeconds: 3 }, results(0, 3, false)]],
  ] as const)('covers all audio: %s', (expected, steps) => {
    expect(verdict('deepgram-coverage', 'deepgram', ...steps)).toBe(expected);
  });

  test.each([
    ['confirmed', [{ received: { type: 'Error', description: '…', message: '…', variant: '…' } }]],
    ['refuted', [{ received: { type: 'Error', reason: '…' } }]],
    ['not seen', [results(0, 1)]],
  ] as const)('describes errors: %s', (expected, steps) => {
    expect(verdict('deepgram-errors', 'deepgram', ...steps)).toBe(expected);
  });
});

describe('Recordings', () => {
  test('refute a claim if any of them does, and say which', () => {
    const taken = observed(update({ keywords: ['a'] }), updated({ keywords: ['a'] }));
    const refused = observed(update({ keywords: ['a'] }), error({ code: 'invalid_value', param: 'keywords' }));
    const [judged] = judgeClaims([
      { id: 'openai-phrases', observations: taken },
      { id: 'openai-live', observations: refused },
    ]).filter(({ id }) => id === 'openai-keywords');
    expect(judged).toMatchObject({ verdict: 'refuted', because: 'error invalid_value names it (openai-live)' });
  });

  test('are only used for claims about their own provider', () => {
    const steps: Step[] = [
      { audioSeconds: 1 },
      { received: { type: 'Results', start: 0, duration: 1, is_final: true } },
    ];
    expect(verdict('deepgram-coverage', 'compatible', ...steps)).toBe('not seen');
  });

  test('leave all claims unseen if there are none', () => {
    expect(new Set(judgeClaims([]).map(({ because }) => because))).toEqual(new Set(['the provider was skipped']));
  });

  test('are judged by claims with unique ids', () => {
    const ids = judgeClaims([]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
