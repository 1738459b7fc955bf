import { useEffect, useRef, useState } from 'react';
import { useSettingsIpc } from './settings-ipc.tsx';

/** Pause in typing after which the text is sent. */
const PAUSE_MS = 600;

interface DraftOptions {
  /** The app's current value. */
  value: string;
  /** Whether the app rejected the last value sent. It then stays in the field to be corrected. */
  isRejected: boolean;
  send(text: string): void;
}

interface DraftField {
  value: string;
  onChange(event: { target: { value: string } }): void;
  onFocus(): void;
  onBlur(): void;
}

/** A text field's content while the user edits it. Sent after a pause, and when the field or the window is left. */
export function useDraft({ value, isRejected, send }: DraftOptions): DraftField {
  const { view } = useSettingsIpc();
  const [draft, setDraft] = useState<string>();
  const isFocused = useRef(false);
  const sent = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function flush(text: string): void {
    clearTimeout(timer.current);
    if (text === sent.current) return;
    sent.current = text;
    send(text);
  }

  // A view answers what was sent: the draft gives way to the app's value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `view` represents the answer.
  useEffect(() => {
    if (!isFocused.current && !isRejected) setDraft(undefined);
  }, [view, isRejected]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const flushDraft = () => isFocused.current && draft !== undefined && flush(draft);
    window.addEventListener('pagehide', flushDraft);
    return () => window.removeEventListener('pagehide', flushDraft);
  });

  return {
    value: draft ?? value,
    onChange({ target }) {
      clearTimeout(timer.current);
      setDraft(target.value);
      timer.current = setTimeout(() => flush(target.value), PAUSE_MS);
    },
    onFocus() {
      sent.current = draft ?? value;
      isFocused.current = true;
    },
    onBlur() {
      isFocused.current = false;
      if (draft === undefined) return;
      if (draft === sent.current && !isRejected) setDraft(undefined);
      else flush(draft);
    },
  };
}
