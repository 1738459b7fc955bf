import { type BaseSyntheticEvent, type ReactNode, useState } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn, useFormContext } from 'react-hook-form';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { FormFailure } from './form-failure.tsx';

interface Submission<Fields extends FieldValues, Values> {
  form: UseFormReturn<Fields, unknown, Values>;
  submit(event: BaseSyntheticEvent): Promise<void>;
  isBusy: boolean;
  /** Error of the last attempt; cleared by the next one. */
  failure: Error | undefined;
}

/** Submits a form's values once all fields are valid. `send` must reject with a user-facing Error. */
export function useSubmission<Fields extends FieldValues, Values>(
  form: UseFormReturn<Fields, unknown, Values>,
  send: (values: Values) => Promise<void>,
): Submission<Fields, Values> {
  const [failure, setFailure] = useState<Error>();
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined);
    await send(values).catch(setFailure);
  });
  return { form, submit, isBusy: form.formState.isSubmitting, failure };
}

interface FormProps<Fields extends FieldValues, Values> {
  submission: Submission<Fields, Values>;
  /** Message for failures without one of their own. */
  fallback: string;
  /** Label of the submit button. */
  action: string;
  children: ReactNode;
}

/** A form with one button. If submitting fails, the reason appears above the fields. */
export function Form<Fields extends FieldValues, Values>({
  submission: { form, submit, isBusy, failure },
  fallback,
  action,
  children,
}: FormProps<Fields, Values>) {
  return (
    <FormProvider {...form}>
      <form noValidate className="grid gap-2" onSubmit={(event) => void submit(event)}>
        {failure && <FormFailure failure={failure} fallback={fallback} />}
        {children}
        <Button type="submit" isBusy={isBusy} className="mt-2 w-full">
          {action}
        </Button>
      </form>
    </FormProvider>
  );
}

/** An account's email address, bound to the surrounding form's `email` field. */
export function EmailField({ label }: { label: string }) {
  const { register, formState } = useFormContext<{ email: string }>();
  return (
    <Field
      label={label}
      type="email"
      autoComplete="username"
      error={formState.errors.email?.message}
      {...register('email')}
    />
  );
}

interface PasswordFieldProps {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
}

/** A password, bound to the surrounding form's `password` field. */
export function PasswordField(props: PasswordFieldProps) {
  const { register, formState } = useFormContext<{ password: string }>();
  return <Field type="password" error={formState.errors.password?.message} {...props} {...register('password')} />;
}
