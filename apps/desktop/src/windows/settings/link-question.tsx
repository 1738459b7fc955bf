import { useEffect } from 'react';
import type { AccountView } from '../../ipc/account-messages.ts';
import { Button } from '../design/button.tsx';
import { Block, Group } from '../design/group.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';
import { thisComputer } from './this-computer.ts';

const HEADING_ID = 'link-question';

/** Asks whether to link to the account named by a link from the web. */
export function LinkQuestion({ email, replaces }: Extract<AccountView, { state: 'confirming' }>) {
  const { view, send } = useSettingsIpc();
  const computer = thisComputer(view.platform);
  return (
    <Group>
      <Block>
        <h2 id={HEADING_ID} tabIndex={-1} className="text-title font-semibold outline-none">
          Link {computer} to {email}?
        </h2>
        <div className="mt-2 space-y-2">
          {replaces !== null && replaces !== email && (
            <p>
              It’s now linked to <strong className="font-semibold">{replaces}</strong> and will be unlinked from it.
            </p>
          )}
          <p className="text-muted">
            You opened this link on the website. Only link your own account: the time you dictate here counts toward it.
            Only seconds are sent, never what you say.
          </p>
        </div>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button onClick={() => send({ type: 'answer-link', accept: false })}>Not now</Button>
          <Button tone="primary" onClick={() => send({ type: 'answer-link', accept: true })}>
            Link {computer}
          </Button>
        </div>
      </Block>
    </Group>
  );
}

/** Focuses the question once when it is asked, so that it is announced and can be answered from the keyboard. */
export function useFocusOnQuestion(account: AccountView): void {
  const asked = account.state === 'confirming' ? account.email : undefined;
  useEffect(() => {
    if (asked !== undefined) document.getElementById(HEADING_ID)?.focus();
  }, [asked]);
}
