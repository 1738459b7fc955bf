import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeErrorBody, eventsInStream, MessageDescriber } from './describe-message.ts';

function described(message: unknown) {
  return new MessageDescriber().describe(JSON.stringify(message));
}

describe('The description of a message', () => {
  test('names its type and the paths of all values, each once', () => {
    expect(
      described({ type: 'Results', words: [{ word: 'a' }, { word: 'b', start: 1 }], metadata: { id: null } }),
    ).toEqual({ event: 'Results', fields: ['type', 'words[].word', 'words[].start', 'metadata.id'] });
  });

  test('distinguishes tokens that end with the marker from others', () => {
    expect(described({ tokens: [{ text: 'said' }] }).event).toBe('tokens');
    expect(described({ tokens: [{ text: 'said' }, { text: '<fin>' }] }).event).toBe('tokens.finalized');
  });

  test('numbers items instead of naming them', () => {
    const describer = new MessageDescriber();
    const items = ['item_b', 'item_a', 'item_b'].map(
      (item_id) => describer.describe(JSON.stringify({ type: 'delta', item_id })).item,
    );
    expect(items).toEqual([1, 2, 1]);
  });

  test.each([
    ['begins with', 'Hello, world.', true],
    ['begins, after a space, with', ' Hello, world.', true],
    ['differs from', 'Hallo, world.', false],
  ])('says whether the whole text of an item %s its pieces', (_, transcript, extendsDeltas) => {
    const describer = new MessageDescriber();
    for (const delta of [' Hello', ', ']) describer.describe(JSON.stringify({ type: 'delta', item_id: 'a', delta }));
    const message = { type: 'completed', item_id: 'a', transcript };
    expect(describer.describe(JSON.stringify(message)).extendsDeltas).toBe(extendsDeltas);
  });

  test('says nothing about pieces if there were none', () => {
    expect(described({ type: 'completed', item_id: 'a', transcript: 'Hello' })).not.toHaveProperty('extendsDeltas');
  });

  test.each([
    [{ param: 'session.audio.input.transcription.delay', message: 'not with this language' }, ['delay']],
    [{ message: "Unknown parameter: 'keywords'." }, ['keywords']],
    [{ message: 'No credit left.' }, []],
  ])('says which of our parameters an error names', (error, parameters) => {
    expect(described({ type: 'error', error }).error).toEqual({ parameters });
    expect(describeErrorBody(JSON.stringify({ error }))).toEqual({ parameters });
  });

  test('never contains text from the message, wherever it occurs', () => {
    const secret = fc.string({ minLength: 1 }).map((text) => `§${text}`);
    const holding = (text: string) => [
      { type: text },
      { type: 'x', [text]: 1 },
      { type: 'x', item_id: text, delta: text, transcript: text },
      { type: 'error', error: { code: text, message: text, param: text, event_id: text } },
      { type: 'Results', start: 0, duration: 1, is_final: true, channel: { alternatives: [{ transcript: text }] } },
      [text],
      text,
    ];
    fc.assert(
      fc.property(secret, (text) => {
        const descriptions = holding(text).map((message) => described(message));
        const raw = new MessageDescriber().describe(text);
        expect(JSON.stringify([...descriptions, raw])).not.toContain('§');
      }),
    );
  });

  test('does not mistake a key for an error code', () => {
    expect(described({ type: 'error', error: { code: 'sk-0123456789abcdef' } }).error).toEqual({ parameters: [] });
  });
});

describe('The events of a stream', () => {
  test('are named once each, and text that looks like an event is ignored', () => {
    const delta = { type: 'transcript.text.delta', delta: '"type":"said"' };
    const stream = [delta, delta, { type: 'transcript.text.done' }].map((data) => `data: ${JSON.stringify(data)}\n\n`);
    expect(eventsInStream(stream.join(''))).toEqual(['transcript.text.delta', 'transcript.text.done']);
  });
});
