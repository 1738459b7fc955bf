import { z } from 'zod';
import { emailSchema } from './auth.ts';
import { declareCall } from './call.ts';
import { CALL_ADDRESSES } from './call-addresses.ts';

export const verifyEmail = declareCall({
  ...CALL_ADDRESSES.verifyEmail,
  summary:
    'Verifies an address by the link that was mailed to it. The same link answers the same again. `email` is that address.',
  query: z.object({
    token: z
      .string({ error: 'The link is incomplete: its token is missing.' })
      .min(1, 'The link is incomplete: its token is missing.')
      .max(500),
  }),
  answer: { kind: 'data', status: 200, data: z.object({ verified: z.literal(true), email: z.string() }) },
  failures: ['invalid-verification-link'],
});

export const resendVerification = declareCall({
  ...CALL_ADDRESSES.resendVerification,
  summary: 'Mails a new link, where the address waits for one. The answer is the same where it does not.',
  body: z.object({ email: emailSchema }),
  answer: { kind: 'data', status: 202, data: z.object({ message: z.string() }) },
  failures: [],
});
