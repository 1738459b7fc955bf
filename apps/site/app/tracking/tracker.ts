import type { CALL_ADDRESSES } from '@workspace/contract/call-addresses';
import type { TrackingEvent } from '@workspace/contract/tracking';
import { readUtm, type Utm } from './utm.ts';

/** The call's address, repeated here so that those of all other calls stay out of the first load. */
const CALL: Pick<typeof CALL_ADDRESSES.track, 'method' | 'path'> = { method: 'POST', path: '/track' };
const SESSION_KEY = 'session_id';
const UTM_KEY = 'utm';

/** Dependencies of the tracker. */
interface TrackerPorts {
  apiBaseUrl: string;
  fetch: typeof fetch;
  /** Persists across visits. */
  localStorage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Persists as long as the tab. */
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Query string of the landing URL. */
  landingSearch: string;
  /** Whether a token is stored, in which case the call uses `sendWithToken`. */
  hasToken(): boolean;
  /** Makes the call with the stored token; rejects if it fails. Its code is loaded only if there is a token. */
  sendWithToken(event: TrackingEvent): Promise<void>;
  /** Whether the user opts out of tracking (Global Privacy Control). */
  isRefused: boolean;
  randomUuid(): string;
}

export interface Tracker {
  /** Tracks an event. Never rejects: failures are logged as warnings. */
  track(event: string, metadata: Record<string, unknown>): Promise<void>;
}

/** Creates a tracker, which neither sends nor stores anything if the user opts out. */
export function createTracker(ports: TrackerPorts): Tracker {
  if (ports.isRefused) return { track: async () => {} };
  let utm: Utm | undefined;
  return {
    track: async (event, metadata) => {
      try {
        utm ??= keepUtm(ports);
        const tracked = { sessionId: readSessionId(ports), event, ...utm, metadata };
        await (ports.hasToken() ? ports.sendWithToken(tracked) : sendAsVisitor(ports, tracked));
      } catch (error) {
        console.warn(`The event ${event} was not counted.`, error);
      }
    },
  };
}

async function sendAsVisitor({ apiBaseUrl, fetch }: TrackerPorts, event: TrackingEvent): Promise<void> {
  const response = await fetch(`${apiBaseUrl}${CALL.path}`, {
    method: CALL.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
    credentials: 'include',
    // The request outlives the page.
    keepalive: true,
  });
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
}

/** Returns this browser's session ID; creates it on the first visit. */
function readSessionId({ localStorage, randomUuid }: TrackerPorts): string {
  const stored = localStorage.getItem(SESSION_KEY);
  if (stored !== null && stored !== '') return stored;
  const created = randomUuid();
  localStorage.setItem(SESSION_KEY, created);
  return created;
}

/** Returns this visit's campaign, from the landing URL; kept across reloads. */
function keepUtm({ landingSearch, sessionStorage }: TrackerPorts): Utm {
  const landed = readUtm(landingSearch);
  if (Object.keys(landed).length > 0) {
    sessionStorage.setItem(UTM_KEY, JSON.stringify(landed));
    return landed;
  }
  return JSON.parse(sessionStorage.getItem(UTM_KEY) ?? '{}');
}
