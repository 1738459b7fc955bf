import { Group } from '../design/group.tsx';
import { SwitchRow } from '../design/switch.tsx';
import { MicrophoneChoice } from './microphone-choice.tsx';
import { useSettingsChannel } from './settings-channel.tsx';

/** Which microphone is listened to, and how it is treated. */
export function MicrophonePage() {
  const { view, change } = useSettingsChannel();
  const { settings, platform } = view;
  return (
    <>
      <MicrophoneChoice />
      <Group title="Between dictations and with headsets">
        {platform === 'mac' && (
          <SwitchRow
            label="Use the built-in microphone with a Bluetooth headset"
            detail="While a headset’s microphone is open, all that you hear over it sounds worse, and opening it takes longer. A microphone that you chose above is used all the same."
            checked={settings.builtInWithBluetooth}
            onChange={(builtInWithBluetooth) => change({ builtInWithBluetooth })}
          />
        )}
        <SwitchRow
          label="Keep the microphone open between dictations"
          detail={`For a minute after a dictation, so that the next one starts at once. ${platform === 'mac' ? 'The orange dot stays meanwhile, and it takes some battery.' : 'The microphone is shown as in use meanwhile, and it takes some battery.'} Nothing is recorded or sent in between.`}
          checked={settings.keepMicrophoneWarm}
          onChange={(keepMicrophoneWarm) => change({ keepMicrophoneWarm })}
        />
      </Group>
    </>
  );
}
