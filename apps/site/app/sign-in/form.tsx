import { type BaseSyntheticEvent, type ReactNode, useState } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { Button } from '../design/button.tsx';
import { FormFailure } from './form-failure.tsx';

interface Submission<Fields extends FieldValues, Values> {
  form: UseFormReturn<Fields, unknown, Values>;
  submit(event: BaseSyntheticEvent): Promise<void>;
  isBusy: boolean;
  /** Why the last attempt failed, until the next one. */
  failure: Error | undefined;
}

/** Sends the values of a form's fields once all of them are valid. `send` rejects with an Error for the user. */
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
  /** The message for a failure that has none of its own. */
  fallback: string;
  /** The label of the button that submits. */
  action: string;
  /** The fields. */
  children: ReactNode;
}

/** A form with one button. Where submitting fails, the reason appears above the fields. */
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
