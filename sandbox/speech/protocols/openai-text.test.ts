import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SpeechSandbox, startSpeechSandbox } from '../server.ts';

let sandbox: SpeechSandbox;
beforeAll(async () => {
  sandbox = await startSpeechSandbox(0);
});
afterAll(() => sandbox.close());

const QUESTION = { model: 'gpt-4.1-mini', input: '<dictation>\num we meet on Tuesday no Thursday\n</dictation>' };
const CHAT = { model: 'gpt-4.1-mini', messages: [{ role: 'user', content: 'so we meet' }] };

async function ask(path: string, body: object, key = 'a-key') {
  const response = await fetch(`http://localhost:${sandbox.port}/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

async function play(scenario: object): Promise<void> {
  const response = await fetch(`http://localhost:${sandbox.port}/control/scenarios/a-key`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(scenario),
  });
  expect(response.status).toBe(204);
}

describe('Responses', () => {
  test('are sent whole and as events, and the requests are recorded', async () => {
    await play({});
    const whole = JSON.parse((await ask('responses', QUESTION)).text);
    expect(whole).toMatchObject({ status: 'completed', output: [{ content: [{ text: 'We meet on Thursday.' }] }] });
    const { text } = await ask('responses', { ...QUESTION, stream: true, store: false });
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!));
    expect(events.flatMap(({ delta }) => delta ?? []).join('')).toBe('We meet on Thursday.');
    expect(events.at(-1)?.type).toBe('response.completed');
    expect(sandbox.accounts.get('a-key')?.questions).toHaveLength(2);
  });

  test.each([
    [{ ...QUESTION, prompt: 'x' }, "Unknown parameter: 'prompt'."],
    [{ ...QUESTION, input: 7 }, "Invalid value for 'input'"],
    [{ ...QUESTION, messages: [] }, "Unknown parameter: 'messages'."],
    [{ ...QUESTION, model: 'gpt-9' }, "The model 'gpt-9' does not exist"],
  ])('refuse %j', async (body, message) => {
    await play({});
    const { status, text } = await ask('responses', body);
    expect(status).toBe(400);
    expect(JSON.parse(text).error.message).toContain(message);
  });
});

describe('Chat completions', () => {
  test('are sent whole and as chunks', async () => {
    await play({});
    expect(JSON.parse((await ask('chat/completions', CHAT)).text).choices[0].message.content).toBe('So we meet.');
    const { text } = await ask('chat/completions', { ...CHAT, stream: true });
    expect(text).toMatch(/"finish_reason":"stop"[\s\S]*data: \[DONE\]\n\n$/);
  });

  test('refuse unknown parameters and models', async () => {
    await play({});
    expect((await ask('chat/completions', { ...CHAT, input: 'x' })).status).toBe(400);
    expect((await ask('chat/completions', { ...CHAT, model: 'gpt-9' })).status).toBe(404);
  });
});

test('Requests with a refused key, without a key, or in a disabled dialect are refused', async () => {
  await play({ key: 'refused' });
  expect((await ask('responses', QUESTION)).status).toBe(401);
  expect((await ask('responses', QUESTION, '')).status).toBe(401);
  await play({ languageModel: { dialects: ['chat-completions'] } });
  expect((await ask('responses', QUESTION)).status).toBe(404);
});
