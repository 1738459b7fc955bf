import { ENGLISH_ONLY } from '@workspace/on-device/languages';
import type { SettingsView } from '../../channel/settings-messages.ts';
import { Block, Group, Row } from '../design/group.tsx';
import { Status, type Tone } from '../design/status.tsx';
import { SwitchRow } from '../design/switch.tsx';
import { useRecognitionChoice } from './recognition-choice.ts';
import { useSettingsChannel } from './settings-channel.tsx';
import { thisComputer } from './this-computer.ts';

/** What recognition on this computer can do, and how it stands. */
export function OnDevice() {
  const { platform } = useSettingsChannel().view;
  const here = thisComputer(platform);
  return (
    <Group title={`On ${here}`}>
      <Row label="Understands English only" detail="Other languages need a provider." />
      <Row label="Works without internet" detail={`Nothing you say leaves ${here}.`} />
      <Row label="Free" detail="No key and no account. It is less accurate than a paid provider." />
      <StateRow label="State" />
    </Group>
  );
}

/** Whether recognition on this computer takes over where the provider fails. */
export function TakeOver() {
  const { view, change } = useSettingsChannel();
  const { knowsLanguage } = useRecognitionChoice();
  const { onDeviceFallback } = view.settings;
  const here = thisComputer(view.platform);
  return (
    <Group>
      <SwitchRow
        label={`Take over on ${here} when the provider fails`}
        detail="English that the provider fails to turn into text is understood here instead: nothing you said is lost."
        checked={onDeviceFallback}
        onChange={(checked) => change({ onDeviceFallback: checked })}
      />
      {onDeviceFallback &&
        (knowsLanguage ? (
          <StateRow label={`Recognition on ${here}`} />
        ) : (
          <NotYourLanguage>Here it can’t take over.</NotYourLanguage>
        ))}
    </Group>
  );
}

/** Says that none of the languages chosen is understood on this computer, and what follows. */
export function NotYourLanguage({ children }: { children: string }) {
  return (
    <Block>
      <Status tone="warning">
        {ENGLISH_ONLY} English is not among the languages you speak. {children}
      </Status>
    </Block>
  );
}

const STATES: Record<SettingsView['onDevice'], { tone: Tone; word: string; detail: string }> = {
  freed: {
    tone: 'note',
    word: 'Not in memory',
    detail: 'Loads when you press the key; freed five minutes after the last use.',
  },
  loading: { tone: 'busy', word: 'Loading', detail: 'You can speak already: nothing is missed.' },
  ready: { tone: 'good', word: 'Ready', detail: 'In memory; freed five minutes after the last use.' },
  failed: {
    tone: 'danger',
    word: 'Can’t start',
    detail: 'Run the self-check to see why. It is tried again when you press the key.',
  },
};

function StateRow({ label }: { label: string }) {
  const { onDevice } = useSettingsChannel().view;
  const { tone, word, detail } = STATES[onDevice];
  return (
    <Row label={label} detail={detail}>
      <div role="status">
        <Status tone={tone}>{word}</Status>
      </div>
    </Row>
  );
}
