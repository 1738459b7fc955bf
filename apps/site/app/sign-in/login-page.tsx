import { zodResolver } from '@hookform/resolvers/zod';
import { credentialsSchema } from '@workspace/contract/auth';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { signIn } from '../account/auth-actions.ts';
import { RedirectSignedIn } from '../account/redirect-signed-in.tsx';
import { ApiError } from '../api/api-error.ts';
import { MESSAGES } from '../api/messages.ts';
import { Field } from '../design/field.tsx';
import { TEXT_LINK } from '../design/text-link.ts';
import { pageTitle } from '../page-title.ts';
import { Form, useSubmission } from './form.tsx';
import { GoogleButton } from './google-button.tsx';
import { SendVerificationAgain } from './send-verification-again.tsx';
import { isUnverifiedState } from './unverified-state.ts';

export function meta() {
  return [{ title: pageTitle('Sign in') }];
}

export default function LoginPage() {
  return (
    <RedirectSignedIn>
      <Login />
    </RedirectSignedIn>
  );
}

function Login() {
  const form = useForm({
    resolver: zodResolver(credentialsSchema),
    defaultValues: { email: '', password: '' },
  });
  const { register, trigger, getValues } = form;
  const { errors } = form.formState;
  // Who is signed in then is sent on by the page.
  const submission = useSubmission(form, ({ email, password }) => signIn(email, password));
  const wasVerificationRefused = isUnverifiedState(useLocation().state);
  const mayBeUnverified = wasVerificationRefused || isForbidden(submission.failure);
  const readEmail = async () => ((await trigger('email', { shouldFocus: true })) ? getValues('email') : undefined);

  return (
    <div className="grid gap-6">
      <h1 className="text-heading">Sign in to your account</h1>
      <div className="grid gap-2">
        <Form submission={submission} fallback={MESSAGES.loginFallback} action="Sign in">
          <Field
            label="Email address"
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...register('email')}
          />
          <Field
            label="Password"
            type="password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
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

/** The server refuses a right password so where the address isn't verified yet. */
function isForbidden(failure: Error | undefined): boolean {
  return failure?.cause instanceof ApiError && failure.cause.status === 403;
}
