import { Field } from '@base-ui/react/field';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Status } from './status.tsx';

const BOX =
  'block w-full min-w-0 rounded-md border border-edge bg-field px-2.5 py-1 leading-[1.15rem] focus-visible:outline-offset-0 aria-invalid:border-danger';

interface FieldFrameProps {
  label: string;
  /** Shows the label to screen readers only: the field's purpose is visible. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** Why its text was rejected. */
  error?: string | undefined;
}

interface TextFieldProps extends FieldFrameProps, Omit<ComponentProps<'input'>, 'className'> {}

/** A single-line text field. */
export function TextField({ label, hideLabel = false, hint, error, ...input }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, hideLabel, hint, error }}>
      <Field.Control className={BOX} aria-invalid={error !== undefined || undefined} {...input} />
    </FieldFrame>
  );
}

interface TextAreaProps extends FieldFrameProps, Omit<ComponentProps<'textarea'>, 'className' | 'ref'> {}

/** A multi-line text field that grows with its text, within limits. */
export function TextArea({ label, hideLabel = false, hint, error, ...textarea }: TextAreaProps) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const { value } = textarea;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => fitHeight(ref.current), [value]);
  return (
    <FieldFrame {...{ label, hideLabel, hint, error }}>
      <Field.Control
        render={
          <textarea
            ref={ref}
            rows={1}
            className={`${BOX} max-h-40 resize-none`}
            aria-invalid={error !== undefined || undefined}
            {...textarea}
          />
        }
      />
    </FieldFrame>
  );
}

function FieldFrame({ label, hideLabel, hint, error, children }: FieldFrameProps & { children: ReactNode }) {
  return (
    <Field.Root className="min-w-0 flex-1" invalid={error !== undefined}>
      <Field.Label className={hideLabel ? 'sr-only' : 'mb-1 block'}>{label}</Field.Label>
      {children}
      {hint !== undefined && <Field.Description className="mt-1 text-note text-muted">{hint}</Field.Description>}
      <Field.Error match={error !== undefined} className="mt-1">
        <Status tone="danger">{error}</Status>
      </Field.Error>
    </Field.Root>
  );
}

function fitHeight(textarea: HTMLTextAreaElement | null): void {
  if (!textarea) return;
  textarea.style.height = 'auto';
  const borders = textarea.offsetHeight - textarea.clientHeight;
  textarea.style.height = `${textarea.scrollHeight + borders}px`;
}
