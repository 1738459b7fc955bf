import { TextArea, TextField } from '../design/text-field.tsx';
import { useDraft } from './use-draft.ts';

interface DraftFieldProps {
  label: string;
  hideLabel?: boolean;
  hint?: string | undefined;
  placeholder?: string;
  type?: 'text' | 'url';
  /** The id of a list of suggestions. */
  list?: string;
  /** The app's current value. */
  value: string;
  /** Why the app rejected the last value sent. */
  error: string | undefined;
  send(text: string): void;
}

/** A single-line text field that sends its text as the user types. */
export function DraftField({ value, send, ...field }: DraftFieldProps) {
  const draft = useDraft({ value, isRejected: field.error !== undefined, send });
  return <TextField spellCheck={false} autoComplete="off" {...field} {...draft} />;
}

/** A multi-line text field that sends its text as the user types. */
export function DraftArea({ value, send, ...field }: Omit<DraftFieldProps, 'type' | 'list'>) {
  const draft = useDraft({ value, isRejected: field.error !== undefined, send });
  return <TextArea dir="auto" {...field} {...draft} />;
}
