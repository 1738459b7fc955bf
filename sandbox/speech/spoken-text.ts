import { type Action, find } from './fault-rules.ts';

/** What a client gave to help its words be understood. */
export interface Hints {
  keywords?: readonly string[] | null | undefined;
  prompt?: string | null | undefined;
}

/** The text that is sent for what was recognized: just that, unless a fault has it otherwise. */
export function spokenText(recognized: string, actions: readonly Action[], hints: Hints | null): string {
  const hallucination = find(actions, 'hallucinate');
  if (hallucination !== undefined && recognized === '') return hallucination.text;
  const echo = find(actions, 'echo');
  if (echo !== undefined) return (echo.what === 'prompt' ? hints?.prompt : hints?.keywords?.join(', ')) ?? recognized;
  return recognized;
}
