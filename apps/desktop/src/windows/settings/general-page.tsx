import { PRODUCT_NAME } from '@workspace/contract/brand';
import { Group, Row } from '../design/group.tsx';
import { SwitchRow } from '../design/switch.tsx';
import { AppExit, AppStatus } from './app-menu.tsx';
import { formatSpan, formatSpending } from './prices.ts';
import { useSettingsIpc } from './settings-ipc.tsx';
import { VersionRows } from './version-rows.tsx';

const AT_LOGIN = `${PRODUCT_NAME} waits in the menu bar. The microphone stays off until you dictate.`;
const REFUSED = `macOS doesn’t allow it. Turn ${PRODUCT_NAME} on in System Settings, under General > Login Items.`;
const MUTES = 'Music and videos go silent while you speak. If you turn the sound back on yourself, it stays on.';
const MUTES_ON_MAC = `${MUTES} Displays and other outputs that have no mute keep playing.`;
const CANT_MUTE = `Needs the program pactl. Install the package pulseaudio-utils, then restart ${PRODUCT_NAME}.`;

/** The current state if there is no menu bar; start at login, sounds, today's usage, the version. */
export function GeneralPage() {
  const { view, change, send } = useSettingsIpc();
  return (
    <>
      <AppStatus />
      {view.startsAtLogin !== null && (
        <Group title="Startup">
          <SwitchRow
            label="Start at login"
            detail={view.startsAtLogin === 'refused' ? REFUSED : AT_LOGIN}
            checked={view.startsAtLogin === 'on'}
            onChange={(on) => send({ type: 'start-at-login', on })}
          />
        </Group>
      )}
      <Group title="Sounds">
        <SwitchRow
          label="Play sounds"
          detail="A short tone when recording starts and stops, and when something goes wrong."
          checked={view.settings.sounds}
          onChange={(sounds) => change({ sounds })}
        />
        <MuteSwitch />
      </Group>
      <Today />
      <Group title="About">
        <VersionRows />
      </Group>
      <AppExit />
    </>
  );
}

function MuteSwitch() {
  const { view, change } = useSettingsIpc();
  const { canMuteOutput, platform, settings } = view;
  const detail = platform === 'mac' ? MUTES_ON_MAC : MUTES;
  return (
    <SwitchRow
      label="Mute other sound while recording"
      detail={canMuteOutput ? detail : CANT_MUTE}
      checked={settings.muteWhileRecording && canMuteOutput}
      disabled={!canMuteOutput}
      onChange={(muteWhileRecording) => change({ muteWhileRecording })}
    />
  );
}

function Today() {
  const { view } = useSettingsIpc();
  const { seconds, dollars, hasUnpriced } = view.today;
  const note = hasUnpriced
    ? 'Doesn’t include models whose price isn’t known. Your provider’s bill is what counts.'
    : 'Estimated from each model’s price. Your provider’s bill is what counts.';
  return (
    <Group title="Today" note={note}>
      <Row label="Dictated">
        <span className="tabular-nums">{formatSpan(seconds)}</span>
      </Row>
      <Row label="Cost">
        <span className="tabular-nums">{formatSpending(dollars, hasUnpriced)}</span>
      </Row>
    </Group>
  );
}
