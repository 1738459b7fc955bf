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
  /** What holds, as the app says. */
  value: string;
  /** Why the app did not take what was sent. */
  error: string | undefined;
  send(text: string): void;
}

/** A line of text that is sent while it is typed. */
export function DraftField({ value, send, ...field }: DraftFieldProps) {
  const draft = useDraft({ value, isRejected: field.error !== undefined, send });
  return <TextField spellCheck={false} autoComplete="off" {...field} {...draft} />;
}

/** Text of several lines that is sent while it is typed. */
export function DraftArea({ value, send, ...field }: Omit<DraftFieldProps, 'type' | 'list'>) {
  const draft = useDraft({ value, isRejected: field.error !== undefined, send });
  return <TextArea dir="auto" {...field} {...draft} />;
}
