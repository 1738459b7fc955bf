import { zodResolver } from '@hookform/resolvers/zod';
import { newPasswordSchema } from '@workspace/contract/auth';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { z } from 'zod';
import { forgetSession } from '../account/auth-actions.ts';
import { callApi } from '../api/api-client.ts';
import { MESSAGES } from '../api/messages.ts';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { pageTitle } from '../page-title.ts';
import { siteConfig } from '../site-config.ts';
import { FormFailure } from './form-failure.tsx';

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
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
  });
  const [failure, setFailure] = useState<Error>();
  const navigate = useNavigate();
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    setFailure(undefined);
    try {
      await callApi('resetPassword', { body: { token, password } });
    } catch (error) {
      return setFailure(error instanceof Error ? error : new Error(MESSAGES.fallback));
    }
    // The server ended every session.
    forgetSession();
    toast.success(MESSAGES.passwordReset);
    await navigate('/login', { replace: true });
  });

  return (
    <form noValidate className="grid gap-2" onSubmit={(event) => void submit(event)}>
      {failure && <FormFailure failure={failure} fallback={MESSAGES.fallback} />}
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters. You will be signed out everywhere."
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" look="signal" isBusy={isSubmitting} className="mt-2 w-full">
        Change password
      </Button>
    </form>
  );
}

function IncompleteLink() {
  return (
    <p className="text-lead">
      This link is incomplete. Open it as it stands in the mail, or write to{' '}
      <a className="font-semibold underline underline-offset-4" href={`mailto:${siteConfig.supportEmail}`}>
        {siteConfig.supportEmail}
      </a>{' '}
      for a new one.
    </p>
  );
}
