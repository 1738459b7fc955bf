import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { addMs } from '../clock.ts';
import type { Services } from '../services.ts';
import { COOKIES } from './cookies.ts';

const attemptSchema = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() });

/** The values that a sign-in with Google begins with, and must end with in the same browser. */
export type GoogleAttempt = z.infer<typeof attemptSchema>;

type AttemptServices = Pick<Services, 'keys' | 'clock'>;

const ENCRYPTION = 'A256GCM';

/** Encrypts an attempt for the browser to keep; it expires with its cookie. */
export function sealGoogleAttempt({ keys, clock }: AttemptServices, attempt: GoogleAttempt): Promise<string> {
  return new EncryptJWT(attempt)
    .setProtectedHeader({ alg: 'dir', enc: ENCRYPTION })
    .setExpirationTime(addMs(clock.now(), COOKIES.google.maxAgeMs))
    .encrypt(keys.current('google-state'));
}

/** Decrypts what `sealGoogleAttempt` encrypted; undefined if it has expired or isn't ours. */
export async function openGoogleAttempt(
  { keys, clock }: AttemptServices,
  sealed: string,
): Promise<GoogleAttempt | undefined> {
  for (const key of keys.all('google-state')) {
    try {
      const { payload } = await jwtDecrypt(sealed, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: [ENCRYPTION],
        requiredClaims: ['exp'],
        currentDate: clock.now(),
      });
      return attemptSchema.parse(payload);
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return undefined;
}
