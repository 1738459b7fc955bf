import type { EventName, Misfortune, Rule } from './control-api.ts';

/** A misfortune whenever something happens. */
export function whenever(onEvent: EventName, misfortune: Misfortune): Rule {
  return { when: { onEvent }, do: misfortune };
}

/** A misfortune the n-th time that something happens, counted over all sessions. */
export function atThe(nth: number, onEvent: EventName, misfortune: Misfortune): Rule {
  return { when: { onEvent, nth }, do: misfortune };
}

/** A misfortune once the first session has received so much audio. */
export function afterAudio(afterAudioMs: number, misfortune: Misfortune): Rule {
  return { when: { session: 1, afterAudioMs }, do: misfortune };
}

/** A misfortune that keeps some of the sessions, counted from 1, from beginning. */
export function inPlaceOfSessions(sessions: readonly number[], misfortune: Misfortune): Rule[] {
  return sessions.flatMap((session) =>
    (['upgrade', 'request'] as const).map((onEvent) => ({ when: { session, onEvent }, do: misfortune })),
  );
}
