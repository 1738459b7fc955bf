import { type BaseSyntheticEvent, type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../design/button.tsx';
import { FormFailure } from './form-failure.tsx';

interface Submission {
  submit(event: BaseSyntheticEvent): Promise<void>;
  isBusy: boolean;
  /** Why it failed the last time, until it is tried again. */
  failure: Error | undefined;
}

/** Sends what stands in a form's fields once all of it is valid. `send` rejects with an Error for the user. */
export function useSubmission<Fields extends FieldValues, Values>(
  { handleSubmit, formState }: UseFormReturn<Fields, unknown, Values>,
  send: (values: Values) => Promise<void>,
): Submission {
  const [failure, setFailure] = useState<Error>();
  const submit = handleSubmit(async (values) => {
    setFailure(undefined);
    await send(values).catch(setFailure);
  });
  return { submit, isBusy: formState.isSubmitting, failure };
}

interface FormProps {
  submission: Submission;
  /** Said where a failure has no message of its own. */
  fallback: string;
  /** What the button says that sends it. */
  action: string;
  /** The fields. */
  children: ReactNode;
}

/** A form that is sent by one button, and says above its fields why it could not be. */
export function Form({ submission: { submit, isBusy, failure }, fallback, action, children }: FormProps) {
  return (
    <form noValidate className="grid gap-2" onSubmit={(event) => void submit(event)}>
      {failure && <FormFailure failure={failure} fallback={fallback} />}
      {children}
      <Button type="submit" isBusy={isBusy} className="mt-2 w-full">
        {action}
      </Button>
    </form>
  );
}
