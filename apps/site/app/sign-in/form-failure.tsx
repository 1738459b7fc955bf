import { useEffect, useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { MESSAGES } from '../api/messages.ts';

interface FormFailureProps {
  failure: Error;
  /** Message for failures without one of their own. */
  fallback: string;
}

/** Shows why submitting a form failed. Takes the focus, so that screen readers announce it. */
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
