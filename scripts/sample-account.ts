import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, CallInput } from '@workspace/contract/call';
import { CALLS } from '@workspace/contract/calls';
import { type CallAnswer, readAnswer, requestOf } from '@workspace/contract/request';
import { z } from 'zod';

/** The account that `npm start` creates, so that there is something to see. The password is no secret. */
export const SAMPLE_ACCOUNT = { email: 'sample@example.com', password: 'hold-speak-let-go' };

const MAIL_LIMIT_MS = 20_000;
const MAIL_POLL_MS = 200;
const DAY_MS = 86_400_000;
/** Dictated time by day. */
const DICTATED: readonly [daysAgo: number, seconds: number][] = [
  [0, 212],
  [1, 640],
  [2, 95],
  [4, 371],
  [5, 148],
  [9, 1_260],
  [23, 845],
  [37, 2_104],
  [51, 760],
  [68, 1_530],
];

const mailAnswer = z.object({ messages: z.array(z.object({ links: z.array(z.string()) })) });

/**
 * Creates the sample account with some dictated time, if the server doesn't have it yet, using the public calls
 * (register, verify by mail, link an app, report). Rejects if one of them fails.
 *
 * @param apiUrl the server
 * @param mailUrl the stand-in that receives the server's mail
 */
export async function ensureSampleAccount(apiUrl: string, mailUrl: string): Promise<void> {
  const { login, register, verifyEmail, generateSetupToken, exchangeSetupToken, reportUsage } = CALLS;
  const call = callsOf(apiUrl);
  const must = async <C extends Call>(...request: [call: C, input: CallInput<C>, token?: string]) => {
    const answer = await call(...request);
    if (answer.ok) return answer.data;
    throw new Error(`Couldn't create the sample account: ${answer.errors[0] ?? `status ${answer.status}`}`);
  };

  if ((await call(login, { body: SAMPLE_ACCOUNT })).ok) return;
  await must(register, { body: SAMPLE_ACCOUNT });
  await must(verifyEmail, { query: { token: await mailedToken(mailUrl, SAMPLE_ACCOUNT.email) } });
  const user = await must(login, { body: SAMPLE_ACCOUNT });
  const { token: setupToken } = await must(generateSetupToken, {}, user.token);
  const app = await must(exchangeSetupToken, {
    body: { setupToken, device: { name: 'Sample Mac', platform: 'macOS', appVersion: '0.5.5' } },
  });
  const entries = DICTATED.map(([daysAgo, seconds]) => ({
    id: randomUUID(),
    startedAt: new Date(Date.now() - daysAgo * DAY_MS - seconds * 1_000).toISOString(),
    seconds,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }));
  await must(reportUsage, { body: { entries } }, app.token);
}

/** Returns a function that calls the server. */
function callsOf(apiUrl: string) {
  return async <C extends Call>(call: C, input: CallInput<C>, token?: string): Promise<CallAnswer<C>> => {
    const { path, ...request } = requestOf(call, input, token);
    const response = await fetch(apiUrl + path, request);
    return readAnswer(call, response.status, await response.json());
  };
}

/** Resolves with the token in the verification mail's link. */
async function mailedToken(mailUrl: string, address: string): Promise<string> {
  for (let waitedMs = 0; waitedMs < MAIL_LIMIT_MS; waitedMs += MAIL_POLL_MS) {
    const response = await fetch(`${mailUrl}/messages?to=${encodeURIComponent(address)}`);
    const { messages } = mailAnswer.parse(await response.json());
    const link = messages.flatMap(({ links }) => links).find((found) => found.includes('/verify-email'));
    const token = link && new URL(link).searchParams.get('token');
    if (token) return token;
    await sleep(MAIL_POLL_MS);
  }
  throw new Error("Couldn't create the sample account: no email arrived.");
}
