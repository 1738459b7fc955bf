import { type ComponentProps, useId } from 'react';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  error?: string | undefined;
  hint?: string;
}

/** A labeled input with a hint or an error, which screen readers announce when it appears. */
export function Field({ label, error, hint, ...input }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-note">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={noteId}
        className="min-h-11 w-full rounded-field border border-edge bg-raised px-3.5 text-ink transition-colors placeholder:text-muted hover:border-ink aria-invalid:border-danger"
      />
      {error === undefined ? (
        <p id={noteId} className="min-h-5 text-muted text-note">
          {hint}
        </p>
      ) : (
        // A separate element: screen readers announce an alert when it is inserted.
        <p key="error" id={noteId} role="alert" className="min-h-5 text-danger text-note">
          {error}
        </p>
      )}
    </div>
  );
}
