import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { toastFailure } from '../design/toast-failure.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { exportAccount } from './export-account.ts';
import { SETTINGS_MESSAGES } from './settings-messages.ts';

/** Exports or deletes the user's data. */
export function AccountDataCard() {
  const [isDeleting, setDeleting] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: exportAccount,
    onError: (error) => toastFailure(error, SETTINGS_MESSAGES.exportFailed),
  });
  return (
    <Card title="Your data">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-b pb-5">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="font-semibold">Export</h3>
          <p className="text-muted text-note">
            Everything we hold about you, in one JSON file, without passwords or tokens.
          </p>
        </div>
        <Button look="quiet" isBusy={isPending} busyLabel="Exporting..." onClick={() => mutate()}>
          Export data
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-5">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="font-semibold">Delete account</h3>
          <p className="text-muted text-note">
            Deletes the account, its address and its usage immediately and for good. A subscription is cancelled.
          </p>
        </div>
        <Button look="danger" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </Card>
  );
}
