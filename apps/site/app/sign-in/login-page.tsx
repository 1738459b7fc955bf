import { zodResolver } from '@hookform/resolvers/zod';
import { credentialsSchema } from '@workspace/contract/auth';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { signIn } from '../account/auth-actions.ts';
import { useAuthStore } from '../account/auth-store.ts';
import { RedirectSignedIn } from '../account/redirect-signed-in.tsx';
import { ApiError } from '../api/api-error.ts';
import { TEXT_LINK } from '../design/text-link.ts';
import { pageTitle } from '../page-title.ts';
import { EmailField, Form, PasswordField, useSubmission } from './form.tsx';
import { GoogleButton } from './google-button.tsx';
import { SendVerificationAgain } from './send-verification-again.tsx';
import { SIGN_IN_MESSAGES } from './sign-in-messages.ts';
import { VerificationFailed } from './verification-failed.tsx';
import { verificationOf } from './verification-state.ts';

export function meta() {
  return [{ title: pageTitle('Sign in') }];
}

export default function LoginPage() {
  const verification = verificationOf(useLocation().state);
  return (
    <RedirectSignedIn>
      {verification?.isVerified === false ? (
        <VerificationFailed message={verification.message} />
      ) : (
        <Login isVerified={verification !== undefined} email={verification?.email ?? ''} />
      )}
    </RedirectSignedIn>
  );
}

interface LoginProps {
  /** Whether the visitor has just verified their address. */
  isVerified: boolean;
  /** That address; empty if unknown. */
  email: string;
}

function Login({ isVerified, email }: LoginProps) {
  const form = useForm({
    resolver: zodResolver(credentialsSchema),
    defaultValues: { email, password: '' },
  });
  const { trigger, getValues } = form;
  const navigate = useNavigate();
  const submission = useSubmission(form, async ({ email, password }) => {
    await signIn(email, password);
    // With a known user, RedirectSignedIn already redirects.
    if (useAuthStore.getState().user === null) navigate('/app', { replace: true });
  });
  const mayBeUnverified = isForbidden(submission.failure);
  const readEmail = async () => ((await trigger('email', { shouldFocus: true })) ? getValues('email') : undefined);

  return (
    <div className="grid gap-6">
      <h1 className="text-heading">Sign in to your account</h1>
      {isVerified && (
        <p className="rounded-field bg-good-soft px-4 py-3 text-good">
          You're in: your address is verified.{' '}
          <Link to="/confirmed" className="font-semibold underline underline-offset-4">
            See what's next
          </Link>
        </p>
      )}
      <div className="grid gap-2">
        <Form submission={submission} fallback={SIGN_IN_MESSAGES.loginFallback} action="Sign in">
          <EmailField label="Email address" />
          <PasswordField label="Password" autoComplete="current-password" />
        </Form>
        {mayBeUnverified && <SendVerificationAgain readEmail={readEmail} />}
      </div>
      <GoogleButton>Sign in with Google</GoogleButton>
      <p className="text-muted">
        No account yet?{' '}
        <Link to="/register" className={TEXT_LINK}>
          Register here
        </Link>
      </p>
    </div>
  );
}

/** The server responds with 403 if the password is right but the address isn't verified. */
function isForbidden(failure: Error | undefined): boolean {
  return failure?.cause instanceof ApiError && failure.cause.status === 403;
}
