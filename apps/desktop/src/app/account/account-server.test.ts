import { exchangeSetupToken, getMe } from '@workspace/contract/auth';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { describe, expect, it, test } from 'vitest';
import { AccountServer, type Fetch, RefusedError, UnavailableError } from './account-server.ts';

type Answer = { status: number; body?: unknown } | 'nothing' | 'never';

function server(answer: Answer) {
  const clock = new FakeClock();
  const requests: Parameters<Fetch>[] = [];
  const fetch: Fetch = async (...request) => {
    requests.push(request);
    if (answer === 'nothing') throw new TypeError('fetch failed');
    if (answer === 'never') return new Promise(() => {});
    const { status, body } = answer;
    return { status, json: async () => JSON.parse(body === undefined ? '<html>' : JSON.stringify(body)) };
  };
  return { server: new AccountServer({ apiUrl: 'https://api.example.com', clock, fetch }), clock, requests };
}

const device = { name: 'Mac', platform: 'macOS', appVersion: '1.2.3' };
const exchange = { body: { setupToken: 'canary', device } };
const options = { limitMs: 5_000 };

it('sends the request that the contract describes, and returns the data from the envelope', async () => {
  const {
    server: target,
    requests,
    clock,
  } = server({ status: 200, body: { data: { token: 'a', refreshToken: 'b' } } });
  expect(await target.call(exchangeSetupToken, exchange, options)).toEqual({ token: 'a', refreshToken: 'b' });
  const [[url, request] = []] = requests;
  expect(url).toBe('https://api.example.com/auth/setup-token/exchange');
  expect(request).toMatchObject({ method: 'POST', redirect: 'manual', body: JSON.stringify(exchange.body) });
  expect(clock.scheduledCount).toBe(0);
});

it('sends the token, if any, as a bearer token', async () => {
  const { server: target, requests } = server({ status: 401, body: { errors: ['Please sign in.'] } });
  await expect(target.call(getMe, {}, { ...options, token: 'access' })).rejects.toThrow('Please sign in.');
  expect(requests[0]?.[1].headers).toMatchObject({ Authorization: 'Bearer access' });
});

test.each([400, 401, 403, 404])('A refusal with status %i is reported with the server’s message', async (status) => {
  const { server: target } = server({ status, body: { errors: ['Not like this.'] } });
  const error = await target.call(exchangeSetupToken, exchange, options).catch((reason: unknown) => reason);
  expect(error).toEqual(new RefusedError(status, 'Not like this.'));
});

describe('an invalid answer, or none at all,', () => {
  test.each<[string, Answer]>([
    ['no connection', 'nothing'],
    ['too many requests', { status: 429, body: { errors: ['Wait.'] } }],
    ['a failure of the server', { status: 500, body: { errors: ['Something went wrong.'] } }],
    ['a refusal of a proxy', { status: 403 }],
    ['a redirect', { status: 302 }],
    ['a page in place of data', { status: 200 }],
    ['data of another shape', { status: 200, body: { data: { token: 1 } } }],
    ['an empty envelope', { status: 200, body: {} }],
  ])('means that the server is unavailable: %s', async (_, answer) => {
    const { server: target, clock } = server(answer);
    const error = await target.call(exchangeSetupToken, exchange, options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(String(error)).not.toContain('canary');
    expect(clock.scheduledCount).toBe(0);
  });

  it('is reported after the time limit, and the request is aborted', async () => {
    const { server: target, clock, requests } = server('never');
    const call = target.call(exchangeSetupToken, exchange, options);
    clock.advance(4_999);
    expect(requests[0]?.[1].signal.aborted).toBe(false);
    clock.advance(1);
    await expect(call).rejects.toThrow(new UnavailableError('The server didn’t answer in time.'));
    expect(requests[0]?.[1].signal.aborted).toBe(true);
  });
});
