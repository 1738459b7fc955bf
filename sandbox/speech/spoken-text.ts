import { type Action, find } from './fault-rules.ts';

/** What a client sent to improve recognition. */
export interface Hints {
  keywords?: readonly string[] | null | undefined;
  prompt?: string | null | undefined;
}

/** Returns the text to send for what was recognized: the same, unless a fault changes it. */
export function spokenText(recognized: string, actions: readonly Action[], hints: Hints | null): string {
  const hallucination = find(actions, 'hallucinate');
  if (hallucination !== undefined && recognized === '') return hallucination.text;
  const echo = find(actions, 'echo');
  if (echo !== undefined) return (echo.what === 'prompt' ? hints?.prompt : hints?.keywords?.join(', ')) ?? recognized;
  return recognized;
}
