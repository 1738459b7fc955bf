import { useRef, useState } from 'react';
import { CHORD_ACTIONS, type ChordAction, keyTraits } from '../../ipc/chord.ts';
import { chordLabel } from '../../ipc/chord-label.ts';
import { CHORD_TITLES } from '../../ipc/chord-titles.ts';
import { defaultChords } from '../../ipc/settings-document.ts';
import { Button } from '../design/button.tsx';
import { Group } from '../design/group.tsx';
import { KeyCaps } from '../design/key-caps.tsx';
import { Status } from '../design/status.tsx';
import { SwitchRow } from '../design/switch.tsx';
import { ChordRecorder } from './chord-recorder.tsx';
import { rejectionsOf } from './rejections.ts';
import { useSettingsIpc } from './settings-ipc.tsx';
import { TryField } from './try-field.tsx';

const DETAILS: Record<ChordAction, string> = {
  hold: 'Speak while you hold it. The text appears when you let go.',
  send: 'The same, and then presses Return. Made for chats and assistants.',
  edit: 'Hold it and say what to do with the selected text, such as “make this a list”.',
  toggle: 'Press once to start, again to stop. The text appears phrase by phrase.',
  cancel: 'Cancels the current dictation. Other apps keep these keys the rest of the time.',
  pasteLast: 'Inserts the last text again, at the cursor.',
};

const HOLD_BY_PHRASE = 'Speak while you hold it. The text appears phrase by phrase.';

const INSERTS_WHILE_HOLDING = {
  mac: 'Works while you hold a function key, a mouse button or Fn. With other keys, the text appears when you let go.',
  other: 'Works while you hold a function key or a mouse button. With other keys, the text appears when you let go.',
} as const;

/** The shortcuts, and a way to change them. */
export function ShortcutsPage() {
  const { view, change } = useSettingsIpc();
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
      <Group title="While you hold">
        <SwitchRow
          label="Tap to keep recording"
          detail="A quick tap keeps recording until you tap again."
          checked={view.settings.tapToLatch}
          onChange={(tapToLatch) => change({ tapToLatch })}
        />
        <SwitchRow
          label="Insert phrases as you speak"
          detail={INSERTS_WHILE_HOLDING[view.platform]}
          checked={view.settings.insertWhileHolding}
          onChange={(insertWhileHolding) => change({ insertWhileHolding })}
        />
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
  /** Just changed: the user should try it. */
  isChanged: boolean;
  onRecord(): void;
  onEnd(isTaken: boolean): void;
}

function ChordRow({ action, isRecording, isChanged, onRecord, onEnd }: ChordRowProps) {
  const { view, change } = useSettingsIpc();
  const changeButton = useRef<HTMLButtonElement>(null);
  const chord = view.settings.chords[action];
  const [rejection] = rejectionsOf(view.rejected, `chords.${action}`);
  const { problem: bindingProblem, remark } = view.chords[action];
  const isByPhrase = view.settings.insertWhileHolding && chord !== null && keyTraits(chord).insertsWhileHolding;
  const problem = rejection === undefined ? bindingProblem : `The shortcut ${rejection}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3.5 py-2.5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <div>{CHORD_TITLES[action]}</div>
        <div className="text-note text-muted">{action === 'hold' && isByPhrase ? HOLD_BY_PHRASE : DETAILS[action]}</div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {chord === null ? (
          <span className="text-muted">None</span>
        ) : (
          <KeyCaps label={chordLabel(chord, view.platform)} />
        )}
        <Button
          ref={changeButton}
          aria-label={`Change the shortcut for “${CHORD_TITLES[action]}”`}
          disabled={isRecording}
          onClick={onRecord}
        >
          Change
        </Button>
        {isOptional(action) && chord !== null && (
          <Button
            aria-label={`Remove the shortcut for “${CHORD_TITLES[action]}”`}
            disabled={isRecording}
            onClick={() => {
              change(({ chords }) => ({ chords: { ...chords, [action]: null } }));
              changeButton.current?.focus();
            }}
          >
            Remove
          </Button>
        )}
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

/** Whether an action may have no shortcut. */
function isOptional(action: ChordAction): action is 'send' | 'edit' {
  return action === 'send' || action === 'edit';
}
