import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';

interface ConfirmDialogProps {
  title: string;
  /** Label of the confirm button; `busyAction` replaces it while `isBusy`. */
  action: string;
  busyAction: string;
  isBusy: boolean;
  /** Whether confirming is disabled for now. */
  isHeldBack?: boolean;
  onConfirm(): void;
  onCancel(): void;
  children: ReactNode;
}

/** Asks for confirmation of an irreversible action. Open for as long as it is rendered. */
export function ConfirmDialog({
  title,
  action,
  busyAction,
  isBusy,
  isHeldBack = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before it leaves the DOM, so that the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onCancel();
      }}
      className="m-auto w-[min(28rem,100%-2rem)] rounded-card bg-raised p-6 text-ink shadow-lifted backdrop:bg-sunken/80 sm:p-7"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isHeldBack) onConfirm();
        }}
        className="grid gap-4"
      >
        <h2 id={titleId} className="text-title">
          {title}
        </h2>
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="quiet" onClick={onCancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" look="danger" isBusy={isBusy} busyLabel={busyAction} disabled={isHeldBack}>
            {action}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
