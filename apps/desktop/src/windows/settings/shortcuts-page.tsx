import { useRef, useState } from 'react';
import { CHORD_ACTIONS, type ChordAction } from '../../channel/chord.ts';
import { chordLabel } from '../../channel/chord-label.ts';
import { defaultChords } from '../../channel/default-chords.ts';
import { Button } from '../design/button.tsx';
import { Group } from '../design/group.tsx';
import { KeyCaps } from '../design/key-caps.tsx';
import { Status } from '../design/status.tsx';
import { ChordRecorder } from './chord-recorder.tsx';
import { CHORD_TITLES } from './chord-titles.ts';
import { rejectionsOf } from './rejections.ts';
import { useSettingsChannel } from './settings-channel.tsx';
import { TryField } from './try-field.tsx';

const DETAILS: Record<ChordAction, string> = {
  hold: 'Speak while you hold the keys. The text appears when you let go.',
  toggle: 'Press once to start, again to stop. The text appears phrase by phrase.',
  cancel: 'Cancels the current dictation. Other apps keep these keys the rest of the time.',
  pasteLast: 'Inserts the last text again, at the cursor.',
};

/** The key combinations, and new ones for them. */
export function ShortcutsPage() {
  const { view, change } = useSettingsChannel();
  const [recording, setRecording] = useState<ChordAction>();
  const [changed, setChanged] = useState<ChordAction>();
  const defaults = defaultChords(view.platform);
  const isDefault = CHORD_ACTIONS.every((action) => view.settings.chords[action] === defaults[action]);
  return (
    <>
      <Group note="Shortcuts work in every app.">
        {CHORD_ACTIONS.map((action) => (
          <ChordRow
            key={action}
            action={action}
            isRecording={recording === action}
            isChanged={changed === action}
            onRecord={() => {
              setRecording(action);
              setChanged(undefined);
            }}
            onEnd={(isTaken) => {
              setRecording(undefined);
              if (isTaken) setChanged(action);
            }}
          />
        ))}
      </Group>
      <div className="mb-6">
        <TryField placeholder="Click here, press your shortcut, and speak." />
      </div>
      <div className="flex justify-end">
        <Button disabled={isDefault} onClick={() => change({ chords: defaults })}>
          Restore defaults
        </Button>
      </div>
    </>
  );
}

interface ChordRowProps {
  action: ChordAction;
  isRecording: boolean;
  /** Just now, so that its keys are to be tried. */
  isChanged: boolean;
  onRecord(): void;
  onEnd(isTaken: boolean): void;
}

function ChordRow({ action, isRecording, isChanged, onRecord, onEnd }: ChordRowProps) {
  const { view } = useSettingsChannel();
  const changeButton = useRef<HTMLButtonElement>(null);
  const label = chordLabel(view.settings.chords[action], view.platform);
  const [rejection] = rejectionsOf(view.rejected, `chords.${action}`);
  const { problem: bindingProblem, remark } = view.chords[action];
  const problem = rejection === undefined ? bindingProblem : `The shortcut ${rejection}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3.5 py-2.5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <div>{CHORD_TITLES[action]}</div>
        <div className="text-note text-muted">{DETAILS[action]}</div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <KeyCaps label={label} />
        <Button
          ref={changeButton}
          aria-label={`Change the shortcut for “${CHORD_TITLES[action]}”`}
          disabled={isRecording}
          onClick={onRecord}
        >
          Change
        </Button>
      </div>
      {isRecording && (
        <ChordRecorder
          action={action}
          onEnd={(isTaken) => {
            onEnd(isTaken);
            requestAnimationFrame(() => changeButton.current?.focus());
          }}
        />
      )}
      <div role="status" className="w-full empty:hidden">
        {problem !== null && !isRecording && <Status tone="danger">{problem}</Status>}
        {problem === null && isChanged && <Status tone="good">Changed. Try it in the field below.</Status>}
        {problem === null && remark !== null && !isRecording && <Status tone="note">{remark}</Status>}
      </div>
    </div>
  );
}
