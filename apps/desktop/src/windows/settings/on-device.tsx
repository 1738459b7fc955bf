import { PRODUCT_NAME } from '@workspace/contract/brand';
import { ENGLISH_ONLY } from '@workspace/on-device/languages';
import type { SettingsView } from '../../ipc/settings-messages.ts';
import { Block, Group, Row } from '../design/group.tsx';
import { Status, type Tone } from '../design/status.tsx';
import { SwitchRow } from '../design/switch.tsx';
import { useRecognitionChoice } from './recognition-choice.ts';
import { useSettingsIpc } from './settings-ipc.tsx';
import { thisComputer } from './this-computer.ts';

/** Recognition on this computer: what it can do, and its state. */
export function OnDevice() {
  const { platform } = useSettingsIpc().view;
  const here = thisComputer(platform);
  return (
    <Group title={`On ${here}`}>
      <Row label="English only" detail="For other languages, choose a provider." />
      <Row label="Works without internet" detail={`Nothing you say leaves ${here}.`} />
      <Row label="Free" detail="No API key, no account. A little less accurate than a paid provider." />
      <StateRow label="Status" />
    </Group>
  );
}

/** Whether recognition on this computer takes over if the provider fails. */
export function TakeOver() {
  const { view, change } = useSettingsIpc();
  const { knowsLanguage } = useRecognitionChoice();
  const { onDeviceFallback } = view.settings;
  const here = thisComputer(view.platform);
  return (
    <Group>
      <SwitchRow
        label={`Use ${here} when the provider fails`}
        detail="If the provider fails mid-sentence, your English is recognized here instead. Nothing you said is lost."
        checked={onDeviceFallback}
        onChange={(checked) => change({ onDeviceFallback: checked })}
      />
      {onDeviceFallback &&
        (knowsLanguage ? (
          <StateRow label={`Recognition on ${here}`} />
        ) : (
          <NotYourLanguage>So it can’t step in.</NotYourLanguage>
        ))}
    </Group>
  );
}

/** Says that recognition on this computer knows none of the chosen languages, and what follows. */
export function NotYourLanguage({ children }: { children: string }) {
  return (
    <Block>
      <Status tone="warning">
        {ENGLISH_ONLY} English isn’t one of your languages. {children}
      </Status>
    </Block>
  );
}

const STATES: Record<SettingsView['onDevice'], { tone: Tone; word: string; detail: string }> = {
  freed: {
    tone: 'note',
    word: 'Idle',
    detail: 'Loads when you press the key, and is unloaded after five minutes without use.',
  },
  loading: { tone: 'busy', word: 'Loading', detail: 'Go ahead and speak. Nothing is missed.' },
  ready: { tone: 'good', word: 'Ready', detail: 'In memory. Unloaded after five minutes without use.' },
  failed: {
    tone: 'danger',
    word: 'Can’t start',
    detail: `Run the self-check to see why. ${PRODUCT_NAME} tries again when you press the key.`,
  },
};

function StateRow({ label }: { label: string }) {
  const { onDevice } = useSettingsIpc().view;
  const { tone, word, detail } = STATES[onDevice];
  return (
    <Row label={label} detail={detail}>
      <div role="status">
        <Status tone={tone}>{word}</Status>
      </div>
    </Row>
  );
}
