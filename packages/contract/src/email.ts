import { z } from 'zod';
import { emailSchema } from './auth.ts';
import { declareCall } from './call.ts';
import { CALL_ADDRESSES } from './call-addresses.ts';

export const verifyEmail = declareCall({
  ...CALL_ADDRESSES.verifyEmail,
  summary:
    'Verifies an address by the link that was emailed to it. Using the link again gives the same answer. `email` is that address.',
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
  summary: "Emails a new link if the address is waiting for one. The answer is the same if it isn't.",
  body: z.object({ email: emailSchema }),
  answer: { kind: 'data', status: 202, data: z.object({ message: z.string() }) },
  failures: [],
});
