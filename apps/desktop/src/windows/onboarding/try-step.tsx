import { PRODUCT_NAME } from '@workspace/contract/brand';
import { ENGLISH_ONLY } from '@workspace/on-device/languages';
import { type ReactNode, useState } from 'react';
import type { ChordAction } from '../../ipc/chord.ts';
import { chordLabel } from '../../ipc/chord-label.ts';
import { Group } from '../design/group.tsx';
import { KeyCaps } from '../design/key-caps.tsx';
import { Banner, Status } from '../design/status.tsx';
import { MicrophoneChoice } from '../settings/microphone-choice.tsx';
import { ACCESSIBILITY } from '../settings/permission-list.tsx';
import { lackOf, useRecognitionChoice } from '../settings/recognition-choice.ts';
import { useSettingsIpc } from '../settings/settings-ipc.tsx';
import { thisComputer } from '../settings/this-computer.ts';
import { TryField } from '../settings/try-field.tsx';

/** The shortcuts, drawn large, and a field to try them in. */
export function TryStep() {
  return (
    <>
      <Missing />
      <Unheard />
      <Untyped />
      <Group note="You can choose other keys in Settings.">
        <Chord action="hold" size="large">
          Hold, speak, let go.
        </Chord>
        <Chord action="toggle">Or press once to start, and again to stop.</Chord>
        <Chord action="cancel">Cancel a dictation.</Chord>
      </Group>
      <TryField takesFocus placeholder="Hold the keys, and say what you had for breakfast." />
    </>
  );
}

/** What is still missing, and how dictation works until then. */
function Missing() {
  const here = thisComputer(useSettingsIpc().view.platform);
  const { chosen, used, provider, knowsLanguage } = useRecognitionChoice();
  const lack = provider && lackOf(provider);
  const isLost = chosen === 'on-device' && !knowsLanguage;
  if (!isLost && lack === undefined) return null;
  return (
    <div className="mb-4">
      {isLost ? (
        <Banner tone="warning">{ENGLISH_ONLY} Go back and use your own API key for other languages.</Banner>
      ) : used === 'on-device' ? (
        <Banner tone="note">
          {provider?.name} needs {lack} before you can use it. Until then, {here} recognizes what you say, in English
          only.
        </Banner>
      ) : (
        <Banner tone="warning">
          {provider?.name} needs {lack} before you can use it. Go back and enter it.
        </Banner>
      )}
    </div>
  );
}

/**
 * If a dictation found no microphone, lets the user choose another right here; it stays, so that its level can be seen.
 */
function Unheard() {
  const { problem } = useSettingsIpc().view.microphones;
  const [wasUnheard, setUnheard] = useState(false);
  if (problem !== null && !wasUnheard) setUnheard(true);
  return wasUnheard && <MicrophoneChoice />;
}

/** Says what happens to the text without permission to type it. */
function Untyped() {
  const { permissions } = useSettingsIpc().view;
  if (!permissions.some(({ id, granted }) => id === ACCESSIBILITY && !granted)) return null;
  return (
    <div className="mb-4">
      <Banner tone="note">
        {PRODUCT_NAME} isn’t allowed to type yet, so your text waits on the clipboard. Go back one step to allow it.
      </Banner>
    </div>
  );
}

interface ChordProps {
  action: Exclude<ChordAction, 'send' | 'edit'>;
  size?: 'small' | 'large';
  children: ReactNode;
}

function Chord({ action, size = 'small', children }: ChordProps) {
  const { view } = useSettingsIpc();
  const { problem, remark } = view.chords[action];
  return (
    <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 px-4 ${size === 'large' ? 'py-5' : 'py-2.5'}`}>
      <KeyCaps label={chordLabel(view.settings.chords[action], view.platform)} size={size} />
      <div className={size === 'large' ? 'text-title' : ''}>{children}</div>
      <div className="w-full empty:hidden">
        {problem !== null && <Status tone="danger">{problem}</Status>}
        {problem === null && remark !== null && <Status tone="note">{remark}</Status>}
      </div>
    </div>
  );
}
