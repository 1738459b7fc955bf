import { useEffect, useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { MESSAGES } from '../api/messages.ts';

interface FormFailureProps {
  failure: Error;
  /** The message for a failure that has none of its own. */
  fallback: string;
}

/** Says why a form could not be sent. Takes the focus, so that screen readers read the reason out. */
export function FormFailure({ failure, fallback }: FormFailureProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="mb-3 rounded-field bg-danger-soft px-4 py-3 text-danger outline-none"
    >
      <p className="font-semibold">{failure.message || fallback}</p>
      {isUnanswered(failure) && failure.message !== MESSAGES.unreachable && <p>{MESSAGES.unreachable}</p>}
    </div>
  );
}

function isUnanswered({ cause }: Error): boolean {
  return cause instanceof ApiError && cause.status === 0;
}
