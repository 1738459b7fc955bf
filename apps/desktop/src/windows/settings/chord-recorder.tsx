import { useEffect, useEffectEvent, useState } from 'react';
import type { ChordAction } from '../../channel/chord.ts';
import { chordLabel } from '../../channel/chord-label.ts';
import { Button } from '../design/button.tsx';
import { KeyCaps } from '../design/key-caps.tsx';
import { Status } from '../design/status.tsx';
import { CHORD_TITLES } from './chord-titles.ts';
import { readPressedChord } from './pressed-chord.ts';
import { useSettingsChannel } from './settings-channel.tsx';

interface ChordRecorderProps {
  action: ChordAction;
  /** It is over. `isTaken`: with a new chord; else the user has left. */
  onEnd(isTaken: boolean): void;
}

/** Takes the keys that are pressed next as an action's chord. Escape leaves. */
export function ChordRecorder({ action, onEnd }: ChordRecorderProps) {
  const { view, change, send } = useSettingsChannel();
  const { platform } = view;
  const [held, setHeld] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();

  function take(chord: string): void {
    const rival = (Object.keys(view.chords) as ChordAction[]).find(
      (other) => other !== action && view.settings.chords[other] === chord,
    );
    if (rival) {
      setProblem(`${chordLabel(chord, platform)} is already used for “${CHORD_TITLES[rival]}”. Press other keys.`);
      return;
    }
    change(({ chords }) => ({ chords: { ...chords, [action]: chord } }));
    onEnd(true);
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    const pressed = readPressedChord(event);
    setHeld(pressed.type === 'incomplete' ? pressed.modifiers : []);
    if (pressed.type === 'leave') onEnd(false);
    else if (pressed.type === 'chord') take(pressed.chord);
    else if (pressed.type === 'invalid') setProblem(explanationOf(pressed.reason, platform));
  });
  const leave = useEffectEvent(() => onEnd(false));

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    send({ type: 'pause-chords', paused: true });
    window.addEventListener('keydown', (event) => onKeyDown(event), { capture: true, signal });
    window.addEventListener('keyup', () => setHeld([]), { capture: true, signal });
    window.addEventListener('blur', () => leave(), { signal });
    return () => {
      listening.abort();
      send({ type: 'pause-chords', paused: false });
    };
  }, [send]);

  return (
    <div className="flex w-full flex-col gap-2 rounded-md bg-signal-soft px-3 py-2.5 forced-colors:border">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div role="status" className="min-w-0">
          {held.length > 0 ? (
            <KeyCaps label={chordLabel([...held, 'F1'].join('+'), platform).replace(/F1$/, '…')} />
          ) : (
            'Press the new shortcut, or Escape to keep the current one.'
          )}
        </div>
        <Button autoFocus onClick={() => onEnd(false)}>
          Cancel
        </Button>
      </div>
      <div role="alert" className="empty:hidden">
        {problem !== undefined && <Status tone="danger">{problem}</Status>}
      </div>
    </div>
  );
}

function explanationOf(reason: 'no-modifier' | 'unknown-key', platform: 'mac' | 'other'): string {
  const names = platform === 'mac' ? '⌘, ⌃ or ⌥' : 'Ctrl, Alt or Super';
  return reason === 'no-modifier'
    ? `Hold ${names} with the key, or press a function key. Otherwise you couldn’t type that key anymore.`
    : 'You can’t use this key. Try a letter, a number, a function key, Space or an arrow.';
}
