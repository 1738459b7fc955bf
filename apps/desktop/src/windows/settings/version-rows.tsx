import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { UpdateState } from '../../ipc/system-messages.ts';
import { Button } from '../design/button.tsx';
import { Row } from '../design/group.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';

/** The current version, and whether there is a newer one. */
export function VersionRows() {
  const { version, update } = useSettingsIpc().view;
  return (
    <>
      <Row label={PRODUCT_NAME}>
        <span className="text-muted">Version {version}</span>
      </Row>
      {update !== null && <UpdateRow update={update} />}
    </>
  );
}

function UpdateRow({ update }: { update: UpdateState }) {
  const { send } = useSettingsIpc();
  const isBusy = update.phase === 'checking' || update.phase === 'fetching';
  return (
    <Row label="Updates" detail={<span role="status">{describeUpdate(update)}</span>}>
      {update.phase === 'ready' ? (
        <Button tone="primary" onClick={() => send({ type: 'choose', item: 'install-update' })}>
          Restart to update
        </Button>
      ) : (
        <Button disabled={isBusy} onClick={() => send({ type: 'choose', item: 'check-for-updates' })}>
          Check for updates
        </Button>
      )}
    </Row>
  );
}

function describeUpdate({ phase, version }: UpdateState): string {
  switch (phase) {
    case 'unknown':
      return `${PRODUCT_NAME} checks now and then, never while you dictate.`;
    case 'checking':
      return 'Checking for updates…';
    case 'current':
      return `${PRODUCT_NAME} is up to date.`;
    case 'fetching':
      return version === null ? 'Downloading a new version…' : `Downloading version ${version}…`;
    case 'ready':
      return `${version === null ? 'A new version' : `Version ${version}`} is ready. Restart now, or it installs the next time you open ${PRODUCT_NAME}. Your settings stay, and a dictation finishes first.`;
    case 'failed':
      return 'Couldn’t check for updates. Check your internet connection, then try again.';
  }
}
