import type { EventName, Fault, Rule } from './control-api.ts';

/** A fault whenever something happens. */
export function whenever(onEvent: EventName, fault: Fault): Rule {
  return { when: { onEvent }, do: fault };
}

/** A fault the n-th time that something happens, counted across all sessions. */
export function atThe(nth: number, onEvent: EventName, fault: Fault): Rule {
  return { when: { onEvent, nth }, do: fault };
}

/** A fault once the first session has received this much audio. */
export function afterAudio(afterAudioMs: number, fault: Fault): Rule {
  return { when: { session: 1, afterAudioMs }, do: fault };
}

/** A fault that prevents some sessions, counted from 1, from starting. */
export function inPlaceOfSessions(sessions: readonly number[], fault: Fault): Rule[] {
  return sessions.flatMap((session) =>
    (['upgrade', 'request'] as const).map((onEvent) => ({ when: { session, onEvent }, do: fault })),
  );
}
