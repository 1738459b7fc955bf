import { zodResolver } from '@hookform/resolvers/zod';
import { credentialsSchema } from '@workspace/contract/auth';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { MESSAGES } from '../api/messages.ts';
import { TEXT_LINK } from '../design/text-link.ts';
import { EmailField, Form, useSubmission } from './form.tsx';
import { SIGN_IN_MESSAGES } from './sign-in-messages.ts';

const schema = credentialsSchema.pick({ email: true });

/** Shows why a verification link failed, with a form to request a new one. */
export function VerificationFailed({ message }: { message: string }) {
  const [isSent, setSent] = useState(false);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: '' } });
  const submission = useSubmission(form, async ({ email }) => {
    setSent(false);
    await callApi('resendVerification', { body: { email } });
    setSent(true);
  });

  return (
    <div className="grid gap-6">
      <h1 className="text-heading">Your email isn't verified yet</h1>
      <p className="rounded-field bg-danger-soft px-4 py-3 font-semibold text-danger">{message}</p>
      <p className="text-muted">Enter the address you registered with, and we'll mail you a new link.</p>
      <div className="grid gap-3">
        <Form submission={submission} fallback={MESSAGES.fallback} action="Send a new one">
          <EmailField label="Email address" />
        </Form>
        <p role="status" className="min-h-6 text-good">
          {isSent && SIGN_IN_MESSAGES.verificationSentAgain}
        </p>
      </div>
      <p className="text-muted">
        Verified already?{' '}
        <Link to="/login" className={TEXT_LINK}>
          Sign in here
        </Link>
      </p>
    </div>
  );
}
