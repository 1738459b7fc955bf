import { useEffect, useState } from 'react';
import { findMicrophone } from '../../ipc/microphone-messages.ts';
import { Button } from '../design/button.tsx';
import { Block, Group, Row } from '../design/group.tsx';
import { LevelMeter } from '../design/level-meter.tsx';
import { Select } from '../design/select.tsx';
import { Banner } from '../design/status.tsx';
import { PermissionList } from './permission-list.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';

const SYSTEM_DEFAULT = '';
/** Id of the permission to listen. */
const MICROPHONE = 'microphone';

/**
 * The microphone to use, and whether it hears anything; it is open while this is shown. If the system must be asked
 * first, a button does that: its question would come as a surprise.
 */
export function MicrophoneChoice() {
  const { view, send } = useSettingsIpc();
  const { isOpen, level, problem } = view.microphones;
  const unasked = view.permissions.filter(({ id, granted, canRequest }) => id === MICROPHONE && !granted && canRequest);
  useListening(unasked.length === 0);
  return (
    <Group note="This only measures the level. Nothing is recorded, and nothing leaves this computer.">
      {unasked.length > 0 && <PermissionList permissions={unasked} />}
      <DeviceRow />
      <Block>
        <div className="mb-2 flex flex-wrap justify-between gap-x-4">
          <span>Level</span>
          <span className="text-note text-muted">
            {isOpen ? 'Say something. The bar should move.' : 'Not listening'}
          </span>
        </div>
        <LevelMeter label="Microphone level" level={level} />
      </Block>
      {problem !== null && (
        <Block>
          <div className="space-y-2.5">
            <Banner tone="danger">{problem}</Banner>
            <Button onClick={() => send({ type: 'listen', on: true })}>Try again</Button>
          </div>
        </Block>
      )}
    </Group>
  );
}

function DeviceRow() {
  const { view, change } = useSettingsIpc();
  const { devices } = view.microphones;
  const chosen = view.settings.microphone;
  const device = chosen && findMicrophone(devices, chosen);
  const isMissing = chosen !== null && device === undefined;
  const items = [
    { value: SYSTEM_DEFAULT, label: 'System default' },
    ...devices.map(({ id, label }, index) => ({ value: id, label: label || `Microphone ${index + 1}` })),
    ...(isMissing ? [{ value: chosen.id, label: `${chosen.label || 'Your microphone'} (not connected)` }] : []),
  ];
  return (
    <Row label="Microphone" detail={isMissing ? 'Until you reconnect it, the system default is used.' : undefined}>
      <Select
        label="Microphone"
        value={(device ?? chosen)?.id ?? SYSTEM_DEFAULT}
        items={items}
        onChange={(value) =>
          // A missing device stays chosen until the user chooses another.
          value !== chosen?.id && change({ microphone: devices.find(({ id }) => id === value) ?? null })
        }
      />
    </Row>
  );
}

/** Has the app listen while the component is visible and listening is allowed. */
function useListening(isAllowed: boolean): void {
  const { view, send } = useSettingsIpc();
  const isVisible = useIsVisible() && isAllowed;
  const { isOpen, problem } = view.microphones;
  const isStopped = !isOpen && problem === null;

  // Also depends on `isStopped`: the app may have been restarted, or another window may have closed the microphone.
  useEffect(() => {
    if (isVisible && isStopped) send({ type: 'listen', on: true });
  }, [isVisible, isStopped, send]);
  useEffect(() => {
    if (isVisible) return () => send({ type: 'listen', on: false });
    return undefined;
  }, [isVisible, send]);
}

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return isVisible;
}
