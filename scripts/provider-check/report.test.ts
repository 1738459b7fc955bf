import { describe, expect, test } from 'vitest';
import { asJson, asTables, type Report } from './report.ts';

const REPORT: Report = {
  dictations: [
    {
      way: { id: 'deepgram', name: 'Deepgram', needs: 'DEEPGRAM_API_KEY' },
      host: 'host.example',
      outcome: { result: 'as expected', wordErrorRate: 1 / 21, firstTextMs: 640, finalMs: 9_400 },
      observations: [{ atMs: 0, connection: 1, type: 'open' }],
    },
    {
      way: { id: 'openai-live', name: 'OpenAI', needs: 'OPENAI_API_KEY' },
      host: 'host.example',
      outcome: { result: 'failed', because: 'No way.', wordErrorRate: 1, firstTextMs: null, finalMs: null },
      observations: [],
    },
    { way: { id: 'compatible', name: 'Compatible', needs: 'SAYKEY_COMPATIBLE_URL' } },
  ],
  claims: [{ id: 'a-claim', says: 'It is so.', verdict: 'confirmed', because: 'it was seen' }],
};

describe('The report', () => {
  test('can be written as a table of dictations and one of open questions', () => {
    expect(asTables(REPORT)).toBe(`\
Dictation   Host          Text                                       Words wrong  First text  Last text
Deepgram    host.example  as expected                                5 %          0.6 s       9.4 s
OpenAI      host.example  failed                                     100 %        –           –
Compatible  –             skipped: SAYKEY_COMPATIBLE_URL is not set
OpenAI: No way.

Open question  Verdict    Claim      Why
a-claim        confirmed  It is so.  it was seen
`);
  });

  test('can be written as JSON that includes what was observed', () => {
    expect(JSON.parse(asJson(REPORT))).toEqual({
      dictations: [
        {
          id: 'deepgram',
          host: 'host.example',
          result: 'as expected',
          wordErrorRate: 1 / 21,
          firstTextMs: 640,
          finalMs: 9_400,
          observations: [{ atMs: 0, connection: 1, type: 'open' }],
        },
        expect.objectContaining({ id: 'openai-live', result: 'failed', because: 'No way.' }),
        { id: 'compatible', result: 'skipped', because: 'SAYKEY_COMPATIBLE_URL is not set' },
      ],
      claims: REPORT.claims,
    });
  });
});
