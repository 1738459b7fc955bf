import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { accessTokens } from '../api/access-token.ts';
import { callApi } from '../api/api-client.ts';
import { Field } from '../design/field.tsx';
import { toastFailure } from '../design/toast-failure.ts';
import { forgetSession } from './auth-actions.ts';
import { useAuthStore } from './auth-store.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SETTINGS_MESSAGES } from './settings-messages.ts';

/** Deletes the account once its address has been typed, then goes to the home page, signed out. */
export function DeleteAccountDialog({ onClose }: { onClose(): void }) {
  const email = useAuthStore(({ user }) => user?.email ?? '');
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => callApi('deleteAccount', {}),
    onError: (error) => toastFailure(error, SETTINGS_MESSAGES.deletionFailed),
  });

  useEffect(() => {
    if (!isSuccess) return;
    accessTokens.clear();
    toast.success(SETTINGS_MESSAGES.accountDeleted);
    navigate('/', { replace: true });
    // Runs on unmount: any earlier, the page's guard would redirect to the sign-in page.
    return forgetSession;
  }, [isSuccess, navigate]);

  return (
    <ConfirmDialog
      title="Delete your account?"
      action="Delete account"
      busyAction="Deleting..."
      isBusy={isPending || isSuccess}
      isHeldBack={typed.trim().toLowerCase() !== email.toLowerCase()}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <p className="text-muted">
        Your account, its address and its usage will be deleted, and every browser and device signed out. This can’t be
        undone.
      </p>
      <Field
        label={`Type ${email} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </ConfirmDialog>
  );
}
