import type { Clock } from '@workspace/speech/clock';
import type { SttProvider, SttSession } from '@workspace/speech/provider';

/** Milliseconds from the first audio sent; null while that has not happened. */
export interface RecognitionTimes {
  readonly firstTextMs: number | null;
  readonly finalMs: number | null;
}

/** A provider that also notes when audio was first sent to it, and when its first and its last text came. */
export function timeRecognition(
  provider: SttProvider,
  clock: Clock,
): { provider: SttProvider; times: RecognitionTimes } {
  let sentAt: number | undefined;
  let firstTextAt: number | undefined;
  let finalAt: number | undefined;

  function timed(route: SttProvider): SttProvider {
    return {
      ...route,
      ...(route.fallback ? { fallback: timed(route.fallback) } : {}),
      start(config, listener) {
        const session = route.start(config, (event) => {
          if ((event.type === 'partial' || event.type === 'final') && event.text.trim() !== '') {
            firstTextAt ??= clock.now();
            if (event.type === 'final') finalAt = clock.now();
          }
          listener(event);
        });
        return noteSending(session, () => {
          sentAt ??= clock.now();
        });
      },
    };
  }

  const since = (at: number | undefined) => (at === undefined || sentAt === undefined ? null : Math.round(at - sentAt));
  return {
    provider: timed(provider),
    times: {
      get firstTextMs() {
        return since(firstTextAt);
      },
      get finalMs() {
        return since(finalAt);
      },
    },
  };
}

function noteSending(session: SttSession, onSent: () => void): SttSession {
  return {
    get backlogBytes() {
      return session.backlogBytes;
    },
    push(samples) {
      onSent();
      session.push(samples);
    },
    cut: () => session.cut(),
    end: () => session.end(),
    cancel: () => session.cancel(),
  };
}
