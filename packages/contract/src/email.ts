import { z } from 'zod';
import { emailSchema } from './auth.ts';
import { declareCall } from './call.ts';

export const verifyEmail = declareCall({
  method: 'GET',
  path: '/email/verify',
  summary: 'Verifies an address by the link that was mailed to it. The same link answers the same again.',
  access: 'anyone',
  query: z.object({
    token: z
      .string({ error: 'The link is incomplete: its token is missing.' })
      .min(1, 'The link is incomplete: its token is missing.')
      .max(500),
  }),
  answer: { kind: 'data', status: 200, data: z.object({ verified: z.literal(true) }) },
  failures: ['invalid-verification-link'],
});

export const resendVerification = declareCall({
  method: 'POST',
  path: '/email/resend-verification',
  summary: 'Mails a new link, where the address waits for one. The answer is the same where it does not.',
  access: 'anyone',
  body: z.object({ email: emailSchema }),
  answer: { kind: 'data', status: 202, data: z.object({ message: z.string() }) },
  failures: [],
});
