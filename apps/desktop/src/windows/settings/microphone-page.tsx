import { Group } from '../design/group.tsx';
import { SwitchRow } from '../design/switch.tsx';
import { MicrophoneChoice } from './microphone-choice.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';

/** The microphone to use, and how to use it. */
export function MicrophonePage() {
  const { view, change } = useSettingsIpc();
  const { settings, platform } = view;
  return (
    <>
      <MicrophoneChoice />
      <Group title="Headsets and standby">
        {platform === 'mac' && (
          <SwitchRow
            label="Use the built-in microphone with a Bluetooth headset"
            detail="A headset’s own microphone makes everything you hear sound worse, and takes longer to start. If you chose a microphone above, that one is used instead."
            checked={settings.builtInWithBluetooth}
            onChange={(builtInWithBluetooth) => change({ builtInWithBluetooth })}
          />
        )}
        <SwitchRow
          label="Keep the microphone on between dictations"
          detail={`For a minute after each dictation, so the next one starts instantly. ${platform === 'mac' ? 'The orange dot stays on, and it uses some battery.' : 'The microphone shows as in use, and it uses some battery.'} Nothing is recorded or sent in between.`}
          checked={settings.keepMicrophoneWarm}
          onChange={(keepMicrophoneWarm) => change({ keepMicrophoneWarm })}
        />
      </Group>
    </>
  );
}
