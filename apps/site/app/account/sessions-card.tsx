import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from '@workspace/contract/auth';
import { useLayoutEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { callApi } from '../api/api-client.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { toastFailure } from '../design/toast-failure.ts';
import { signOut } from './auth-actions.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SETTINGS_MESSAGES } from './settings-messages.ts';

const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => callApi('listSessions', {}) });

/** Lists the signed-in browsers and devices, each with a sign-out button. */
export function SessionsCard() {
  const { data, isPending, isError } = useQuery(sessionsQuery);
  const [chosen, setChosen] = useState<Session>();
  return (
    <Card title="Browsers and devices">
      {isPending && (
        <p role="status" className="min-h-16 text-muted">
          Loading browsers and devices...
        </p>
      )}
      {isError && (
        <p role="alert" className="text-danger">
          Error loading browsers and devices.
        </p>
      )}
      {data !== undefined && (
        <ul tabIndex={-1} aria-label="Browsers and devices" className="outline-none">
          {data.map((session) => (
            <SessionItem key={session.id} session={session} onSignOut={() => setChosen(session)} />
          ))}
        </ul>
      )}
      {chosen !== undefined && <SignOutDialog session={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

function SessionItem({ session, onSignOut }: { session: Session; onSignOut(): void }) {
  const { name, platform, appVersion, lastUsedAt, isCurrent } = session;
  const item = useRef<HTMLLIElement>(null);
  // When a signed-out item unmounts while its button has the focus, the list takes the focus.
  useLayoutEffect(() => {
    const element = item.current;
    return () => {
      if (element?.contains(document.activeElement)) element.parentElement?.focus();
    };
  }, []);
  const details = [platform, appVersion && `app ${appVersion}`].filter(Boolean).join(', ');
  return (
    <li
      ref={item}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-b py-4 first:pt-0 last:border-0 last:pb-0"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 font-semibold">
          {name}
          {isCurrent && (
            <span className="rounded-full bg-good-soft px-2.5 text-good text-note">
              {session.kind === 'browser' ? 'This browser' : 'This device'}
            </span>
          )}
        </p>
        <p className="text-muted text-note">
          {details !== '' && `${details} · `}
          Last used <time dateTime={lastUsedAt}>{timeFormat.format(new Date(lastUsedAt))}</time>
        </p>
      </div>
      <Button look="quiet" aria-label={`Sign out ${name}`} onClick={onSignOut}>
        Sign out
      </Button>
    </li>
  );
}

function SignOutDialog({ session: { id, name, kind, isCurrent }, onClose }: { session: Session; onClose(): void }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (isCurrent) await signOut();
      else await callApi('endSession', { params: { id } });
    },
    onSuccess() {
      if (isCurrent) return;
      toast.success(SETTINGS_MESSAGES.sessionEnded(name));
      onClose();
    },
    onError(error) {
      toastFailure(error, SETTINGS_MESSAGES.sessionNotEnded(name));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      title={`Sign out ${name}?`}
      action="Sign out"
      busyAction="Signing out..."
      isBusy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <p className="text-muted">
        {isCurrent && 'You are using it right now: you will have to sign in again.'}
        {!isCurrent && kind === 'browser' && 'Whoever uses it has to sign in again.'}
        {!isCurrent && kind === 'device' && 'The app on it is no longer linked to your account.'}
      </p>
    </ConfirmDialog>
  );
}
