import type { CALL_ADDRESSES } from '@workspace/contract/call-addresses';
import type { TrackingEvent } from '@workspace/contract/tracking';
import { readUtm, type Utm } from './utm.ts';

/** The call, named here so that the addresses of all others stay out of the first load. */
const CALL: Pick<typeof CALL_ADDRESSES.track, 'method' | 'path'> = { method: 'POST', path: '/track' };
const SESSION_KEY = 'session_id';
const UTM_KEY = 'utm';

/** What the tracker works with. */
interface TrackerPorts {
  apiBaseUrl: string;
  fetch: typeof fetch;
  /** Lasts over visits. */
  localStorage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Lasts as long as the tab. */
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  /** The query of the address that the visitor arrived at. */
  landingSearch: string;
  /** Whether a token is stored, so that the call carries it. */
  hasToken(): boolean;
  /** Makes the call with the stored token; throws if it fails. Its code is fetched only if there is one. */
  sendWithToken(event: TrackingEvent): Promise<void>;
  /** Whether the browser says that its user wants no tracking (Global Privacy Control). */
  isRefused: boolean;
  randomUuid(): string;
}

export interface Tracker {
  /** Counts an event. Never fails: what goes wrong is a warning in the console. */
  track(event: string, metadata: Record<string, unknown>): Promise<void>;
}

/** Nothing is sent or stored if the user refuses. */
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
    // Sent to its end, even if the page is left.
    keepalive: true,
  });
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
}

/** The id under which the visits of this browser are counted, made at the first. */
function readSessionId({ localStorage, randomUuid }: TrackerPorts): string {
  const stored = localStorage.getItem(SESSION_KEY);
  if (stored !== null && stored !== '') return stored;
  const created = randomUuid();
  localStorage.setItem(SESSION_KEY, created);
  return created;
}

/** The campaign of this visit, from the address that the visitor arrived at; it survives a reload. */
function keepUtm({ landingSearch, sessionStorage }: TrackerPorts): Utm {
  const landed = readUtm(landingSearch);
  if (Object.keys(landed).length > 0) {
    sessionStorage.setItem(UTM_KEY, JSON.stringify(landed));
    return landed;
  }
  return JSON.parse(sessionStorage.getItem(UTM_KEY) ?? '{}');
}
