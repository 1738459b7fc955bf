import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface QuestionProps {
  title: string;
  /** undefined if there is nothing to confirm. */
  confirm: string | undefined;
  /** `danger`: it can't be undone. */
  tone?: 'danger' | 'plain';
  children: ReactNode;
  onConfirm(): void;
}

/** A button that asks for confirmation before acting. */
export function ConfirmDialog({ trigger, tone = 'danger', ...question }: QuestionProps & { trigger: string }) {
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger render={<Button tone={tone} />}>{trigger}</AlertDialog.Trigger>
      <Question tone={tone} {...question} />
    </AlertDialog.Root>
  );
}

/** Asks immediately, and stays until closed. */
export function QuestionDialog({ onClose, ...question }: QuestionProps & { onClose(): void }) {
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Question {...question} />
    </AlertDialog.Root>
  );
}

function Question({ title, confirm, tone = 'plain', children, onConfirm }: QuestionProps) {
  return (
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className="fixed inset-0 z-20 bg-scrim motion-safe:transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
      <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-20 max-h-[calc(100vh-2rem)] w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl bg-raised p-5 shadow-popup outline-none motion-safe:transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border">
        <AlertDialog.Title className="mb-2 text-title font-semibold">{title}</AlertDialog.Title>
        <AlertDialog.Description render={<div />} className="space-y-2">
          {children}
        </AlertDialog.Description>
        <div className="mt-5 flex flex-wrap justify-end gap-2">
          <AlertDialog.Close render={<Button />}>{confirm === undefined ? 'Close' : 'Cancel'}</AlertDialog.Close>
          {confirm !== undefined && (
            <AlertDialog.Close render={<Button tone={tone === 'danger' ? 'danger' : 'primary'} onClick={onConfirm} />}>
              {confirm}
            </AlertDialog.Close>
          )}
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  );
}
