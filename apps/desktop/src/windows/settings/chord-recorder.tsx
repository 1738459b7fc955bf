import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ChordAction, takesLoneKey } from '../../ipc/chord.ts';
import { chordLabel } from '../../ipc/chord-label.ts';
import { CHORD_TITLES } from '../../ipc/chord-titles.ts';
import { Button } from '../design/button.tsx';
import { KeyCaps } from '../design/key-caps.tsx';
import { Status } from '../design/status.tsx';
import { ACCESSIBILITY } from './permission-list.tsx';
import { loneModifierOf, mouseButtonOf, readPressedChord } from './pressed-chord.ts';
import { useSettingsIpc } from './settings-ipc.tsx';

interface ChordRecorderProps {
  action: ChordAction;
  /** Called when recording ends. `isTaken`: a new chord was set; otherwise the user left. */
  onEnd(isTaken: boolean): void;
}

/**
 * Takes the keys pressed next as an action's chord. For actions that start a dictation, also a modifier pressed and
 * released alone, or a mouse button. Escape leaves.
 */
export function ChordRecorder({ action, onEnd }: ChordRecorderProps) {
  const { view, change, send } = useSettingsIpc();
  const { platform } = view;
  const [held, setHeld] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  /** The modifier that is down on its own. */
  const alone = useRef<string>(undefined);
  const takesLone = takesLoneKey(action);
  const lacksAccessibility = view.permissions.some(({ id, granted }) => id === ACCESSIBILITY && !granted);

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
    const pressed = readPressedChord(event, view.keyNames);
    alone.current = pressed.type === 'incomplete' && held.length === 0 ? event.code : undefined;
    setHeld(pressed.type === 'incomplete' ? pressed.modifiers : []);
    if (pressed.type === 'leave') onEnd(false);
    else if (pressed.type === 'chord') take(pressed.chord);
    else if (pressed.type === 'invalid') setProblem(explanationOf(pressed.reason, platform));
  });
  const onKeyUp = useEffectEvent((event: KeyboardEvent) => {
    setHeld([]);
    const lone = alone.current === event.code ? loneModifierOf(event.code) : undefined;
    alone.current = undefined;
    if (lone === undefined) return;
    if (takesLone) take(lone);
    else setProblem(explanationOf('no-modifier', platform));
  });
  function onMouse(event: MouseEvent): void {
    const button = mouseButtonOf(event.button);
    if (button === undefined || !takesLone) return;
    // Otherwise the browser would go back or forward.
    event.preventDefault();
    if (event.type === 'mouseup') take(button);
  }
  const leave = useEffectEvent(() => onEnd(false));

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    send({ type: 'pause-chords', paused: true });
    window.addEventListener('keydown', (event) => onKeyDown(event), { capture: true, signal });
    window.addEventListener('keyup', (event) => onKeyUp(event), { capture: true, signal });
    window.addEventListener('blur', () => leave(), { signal });
    return () => {
      listening.abort();
      send({ type: 'pause-chords', paused: false });
    };
  }, [send]);

  return (
    // Mouse buttons have no other events to use; everything also works with the keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className="flex w-full flex-col gap-2 rounded-md bg-signal-soft px-3 py-2.5 forced-colors:border"
      onMouseDown={onMouse}
      onMouseUp={onMouse}
    >
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
      {takesLone && (
        <div className="flex flex-wrap items-center justify-between gap-2 text-note text-muted">
          <span className="min-w-0 flex-[1_1_14rem]">
            A single modifier key works too: press it and let go. For a mouse button, click it here.
            {lacksAccessibility && ' Both need Accessibility, which isn’t allowed yet.'}
          </span>
          {platform === 'mac' && <Button onClick={() => take('Fn')}>Use Fn</Button>}
        </div>
      )}
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
