import { PRODUCT_NAME } from '@workspace/contract/brand';
import { useEffect, useRef } from 'react';
import type { AccountView } from '../../ipc/account-messages.ts';
import { Button } from '../design/button.tsx';
import { ConfirmDialog } from '../design/confirm-dialog.tsx';
import { Block, Group, Row } from '../design/group.tsx';
import { Banner, Status } from '../design/status.tsx';
import { Allowance } from './allowance.tsx';
import { LinkQuestion } from './link-question.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';
import { thisComputer } from './this-computer.ts';

/** The linked account, or what linking gives; and what is left of the plan. */
export function AccountPage() {
  const { account } = useSettingsIpc().view;
  const content = useFocusAfterQuestion(account.state);
  const isSettled = account.state === 'none' || account.state === 'linked';
  return (
    <div ref={content} tabIndex={-1} className="outline-none">
      <p role="status" className="sr-only">
        {spokenState(account)}
      </p>
      {isSettled && account.problem !== null && (
        <div className="mb-4">
          <Banner tone="warning">{account.problem}</Banner>
        </div>
      )}
      {account.state === 'none' && <NotLinked />}
      {account.state === 'linking' && <Linking />}
      {account.state === 'confirming' && <LinkQuestion {...account} />}
      {account.state === 'linked' && <Linked email={account.email} />}
      {isSettled && <Allowance />}
    </div>
  );
}

/** The state for screen readers. The question needs no announcement: it takes the focus. */
function spokenState(account: AccountView): string {
  if (account.state === 'linking') return 'Checking the account…';
  if (account.state === 'linked') return `Linked to ${account.email}.`;
  return account.state === 'none' ? 'Not linked to an account.' : '';
}

function NotLinked() {
  const { view, send } = useSettingsIpc();
  const computer = thisComputer(view.platform);
  return (
    <Group>
      <Block>
        <p className="font-medium">
          {PRODUCT_NAME} works without an account, within the Beta Tester limit. With an account:
        </p>
        <ul className="mt-1.5 list-disc space-y-0.5 pl-5">
          <li>the Standard plan gives you unlimited dictation, under fair use</li>
          <li>you see on the website how long you dictated each day, but never what</li>
          <li>you see which computers are linked, and can sign out any of them</li>
        </ul>
        <p className="mt-3 text-muted">
          Sign in or sign up on the website, then choose “Open in Mac App”. You’re asked here before {computer} is
          linked.
        </p>
        <div className="mt-4 flex justify-end">
          <Button tone="primary" onClick={() => send({ type: 'open-page', page: 'account' })}>
            Open {PRODUCT_NAME} on the web
          </Button>
        </div>
      </Block>
    </Group>
  );
}

function Linking() {
  return (
    <Group>
      <Block>
        <Status tone="busy">Checking the account…</Status>
      </Block>
    </Group>
  );
}

function Linked({ email }: { email: string }) {
  const { view, send } = useSettingsIpc();
  const computer = thisComputer(view.platform);
  return (
    <Group>
      <Row label={email} detail={`Linked to ${computer}.`}>
        <Button onClick={() => send({ type: 'open-page', page: 'account' })}>Open on the web</Button>
        <ConfirmDialog
          tone="plain"
          trigger="Sign out…"
          title={`Sign ${computer} out?`}
          confirm="Sign out"
          onConfirm={() => send({ type: 'sign-out' })}
        >
          <p>
            {email} keeps its usage history. {PRODUCT_NAME} works on without an account, within the Beta Tester limit.
          </p>
          <p className="text-muted">Your settings and API keys stay on {computer}.</p>
        </ConfirmDialog>
      </Row>
    </Group>
  );
}

/**
 * Keeps the focus on the page when the question is answered and its buttons disappear, so that Tab continues from
 * there.
 */
function useFocusAfterQuestion(state: AccountView['state']) {
  const content = useRef<HTMLDivElement>(null);
  const former = useRef(state);
  useEffect(() => {
    const wasAsked = former.current === 'confirming';
    former.current = state;
    if (wasAsked && state !== 'confirming' && document.activeElement === document.body) content.current?.focus();
  }, [state]);
  return content;
}
