import { useState } from 'react';
import { toast } from 'sonner';
import { callApi } from '../api/api-client.ts';
import { MESSAGES } from '../api/messages.ts';
import { TEXT_LINK } from '../design/text-link.ts';
import { SIGN_IN_MESSAGES } from './sign-in-messages.ts';

interface SendVerificationAgainProps {
  /** Resolves to the address; undefined if there is no valid one yet. */
  readEmail(): Promise<string | undefined>;
}

/** Button that requests a new verification email. */
export function SendVerificationAgain({ readEmail }: SendVerificationAgainProps) {
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    const email = await readEmail();
    if (email === undefined) return;
    setIsBusy(true);
    try {
      await callApi('resendVerification', { body: { email } });
      toast.success(SIGN_IN_MESSAGES.verificationSentAgain);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : MESSAGES.fallback);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={`min-h-6 cursor-pointer justify-self-start text-left ${TEXT_LINK}`}
      aria-disabled={isBusy || undefined}
      onClick={() => void (isBusy || send())}
    >
      Send a new verification mail
    </button>
  );
}
