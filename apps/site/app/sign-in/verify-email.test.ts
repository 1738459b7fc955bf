import { describe, expect, test } from 'vitest';
import { createApiClient } from '../api/create-api-client.ts';
import { FakeServer, fail, type Step, succeed } from '../api/testing/fake-server.ts';
import { MemoryTokens } from '../api/testing/test-tokens.ts';
import { oncePerKey } from './once-per-key.ts';
import { verifyByToken } from './verify-email.ts';

function verify(step: Step) {
  const server = new FakeServer(step);
  const call = createApiClient({
    apiBaseUrl: 'http://server',
    fetch: server.fetch,
    tokens: new MemoryTokens(),
    refresh: () => Promise.reject(new Error('There is nothing to refresh.')),
    nowMs: () => 0,
  });
  return { server, outcome: verifyByToken(call, 'a&token') };
}

describe('an email verification', () => {
  test('sends the token', async () => {
    const { server, outcome } = verify(succeed({ verified: true, email: 'someone@example.com' }));
    const message = 'Your email has been verified successfully! Please log in.';
    expect(await outcome).toEqual({ isVerified: true, message, email: 'someone@example.com' });
    expect(server.paths).toEqual(['GET /email/verify?token=a%26token']);
  });

  test.each([succeed({ verified: true }), new Response(null, { status: 204 }), Response.json([])])(
    'succeeds by its status, even without an address in the response',
    async (answer) => {
      const message = 'Your email has been verified successfully! Please log in.';
      expect(await verify(answer).outcome).toEqual({ isVerified: true, message });
    },
  );

  test.each<[string, Step, string]>([
    ['is refused', fail(400, 'The link has expired.', 'More.'), 'The link has expired.'],
    ['is refused without a message', new Response('', { status: 404 }), 'Email verification failed'],
    ['fails at the server', fail(500, 'Boom.'), 'Server error. Please try again later.'],
    ['is lost', 'lost', 'Email verification failed'],
  ])('that %s returns a message', async (_, step, message) => {
    expect(await verify(step).outcome).toEqual({ isVerified: false, message });
  });

  test('is done once per token', async () => {
    const asked: string[] = [];
    const once = oncePerKey(async (key) => asked.push(key));
    expect(await Promise.all([once('a'), once('a'), once('b')])).toEqual([1, 1, 2]);
    await once('a');
    expect(asked).toEqual(['a', 'b']);
  });
});
