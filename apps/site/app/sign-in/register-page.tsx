import { zodResolver } from '@hookform/resolvers/zod';
import { registrationSchema } from '@workspace/contract/auth';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { registerAccount } from '../account/auth-actions.ts';
import { RedirectSignedIn } from '../account/redirect-signed-in.tsx';
import { ButtonLink } from '../design/button.tsx';
import { TEXT_LINK } from '../design/text-link.ts';
import { pageTitle } from '../page-title.ts';
import { EmailField, Form, PasswordField, useSubmission } from './form.tsx';
import { GoogleButton } from './google-button.tsx';
import { SendVerificationAgain } from './send-verification-again.tsx';
import { SIGN_IN_MESSAGES } from './sign-in-messages.ts';

export function meta() {
  return [{ title: pageTitle('Create your account') }];
}

export default function RegisterPage() {
  const [registeredEmail, setRegisteredEmail] = useState<string>();
  return (
    <RedirectSignedIn>
      {registeredEmail === undefined ? (
        <Registration onRegistered={setRegisteredEmail} />
      ) : (
        <Registered email={registeredEmail} />
      )}
    </RedirectSignedIn>
  );
}

function Registration({ onRegistered }: { onRegistered: (email: string) => void }) {
  const form = useForm({
    resolver: zodResolver(registrationSchema),
    defaultValues: { email: '', password: '' },
  });
  const submission = useSubmission(form, async ({ email, password }) => {
    await registerAccount(email, password);
    onRegistered(email);
  });

  return (
    <div className="grid gap-6">
      <h1 className="text-heading">Create your account</h1>
      <Form submission={submission} fallback={SIGN_IN_MESSAGES.registrationFallback} action="Sign Up">
        <EmailField label="Email" />
        <PasswordField label="Password" autoComplete="new-password" hint="At least 8 characters" />
      </Form>
      <GoogleButton>Sign Up with Google</GoogleButton>
      <p className="text-muted">
        Have an account?{' '}
        <Link to="/login" className={TEXT_LINK}>
          Sign in here
        </Link>
      </p>
    </div>
  );
}

function Registered({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-6">
      <h1 ref={heading} tabIndex={-1} className="text-heading outline-none">
        Registration Successful!
      </h1>
      <p className="text-lead">
        Please check your email for a verification link. You'll need to verify your email address before you can log in.
      </p>
      <ButtonLink to="/login">Go to Login</ButtonLink>
      <p className="grid gap-1 text-muted">
        Nothing there after a few minutes? Check your spam folder too.
        <SendVerificationAgain readEmail={async () => email} />
      </p>
    </div>
  );
}
