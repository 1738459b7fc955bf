import { zodResolver } from '@hookform/resolvers/zod';
import { newPasswordSchema } from '@workspace/contract/auth';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { z } from 'zod';
import { forgetSession } from '../account/auth-actions.ts';
import { callApi } from '../api/api-client.ts';
import { MESSAGES } from '../api/messages.ts';
import { TEXT_LINK } from '../design/text-link.ts';
import { pageTitle } from '../page-title.ts';
import { siteConfig } from '../site-config.ts';
import { Form, PasswordField, useSubmission } from './form.tsx';
import { SIGN_IN_MESSAGES } from './sign-in-messages.ts';

const schema = z.object({ password: newPasswordSchema });

export function meta() {
  return [{ title: pageTitle('Choose a new password') }];
}

export default function ResetPasswordPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  return (
    <div className="grid gap-6">
      <h1 className="text-heading">Choose a new password</h1>
      {token ? <ResetForm token={token} /> : <IncompleteLink />}
    </div>
  );
}

function ResetForm({ token }: { token: string }) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } });
  const navigate = useNavigate();
  const submission = useSubmission(form, async ({ password }) => {
    await callApi('resetPassword', { body: { token, password } });
    // The server has ended every session.
    forgetSession();
    toast.success(SIGN_IN_MESSAGES.passwordReset);
    await navigate('/login', { replace: true });
  });

  return (
    <Form submission={submission} fallback={MESSAGES.fallback} action="Change password">
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters. You will be signed out everywhere."
      />
    </Form>
  );
}

function IncompleteLink() {
  return (
    <p className="text-lead">
      This link is incomplete. Open it straight from the mail, or write to{' '}
      <a className={TEXT_LINK} href={`mailto:${siteConfig.supportEmail}`}>
        {siteConfig.supportEmail}
      </a>{' '}
      for a new one.
    </p>
  );
}
