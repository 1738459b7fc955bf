import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { UpdateState } from '../../channel/system-messages.ts';
import { Button } from '../design/button.tsx';
import { Row } from '../design/group.tsx';
import { useSettingsChannel } from './settings-channel.tsx';

/** Which version this is, and whether there is a newer one. */
export function VersionRows() {
  const { version, update } = useSettingsChannel().view;
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
  const { send } = useSettingsChannel();
  const isBusy = update.phase === 'checking' || update.phase === 'fetching';
  return (
    <Row label="Updates" detail={<span role="status">{describeUpdate(update)}</span>}>
      {update.phase === 'ready' ? (
        <Button tone="primary" onClick={() => send({ type: 'install-update' })}>
          Restart to update
        </Button>
      ) : (
        <Button disabled={isBusy} onClick={() => send({ type: 'check-for-updates' })}>
          Check for Updates
        </Button>
      )}
    </Row>
  );
}

function describeUpdate({ phase, version }: UpdateState): string {
  const newer = version === null ? 'A newer version' : `Version ${version}`;
  switch (phase) {
    case 'unknown':
      return 'Looked for now and then, never during a dictation.';
    case 'checking':
      return 'Looking for a newer version …';
    case 'current':
      return 'This is the newest version.';
    case 'fetching':
      return `${newer} is being fetched …`;
    case 'ready':
      return `${newer} is ready. It takes over at the next start, or now. A dictation is finished first; settings stay.`;
    case 'failed':
      return 'A newer version could not be looked for or fetched. Check the internet connection, then try again.';
  }
}
