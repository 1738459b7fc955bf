import { useFormContext } from 'react-hook-form';
import { Field } from '../design/field.tsx';

/** The address of an account: the `email` of the form around it. */
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

/** The `password` of the form around it. */
export function PasswordField(props: PasswordFieldProps) {
  const { register, formState } = useFormContext<{ password: string }>();
  return <Field type="password" error={formState.errors.password?.message} {...props} {...register('password')} />;
}
