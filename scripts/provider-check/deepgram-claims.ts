import { type Claim, confirmed, type Finding, hasField, notSeen, received, refuted } from './claim.ts';
import type { Observation } from './observation.ts';

/** Tolerance for the length of a result. */
const ROUNDING_SECONDS = 0.1;

/** Deepgram's streaming API. */
export const DEEPGRAM_CLAIMS: readonly Claim[] = [
  {
    id: 'deepgram-coverage',
    of: ['deepgram'],
    says: 'Each stretch of audio gets a final result, silence too.',
    judge: judgeCoverage,
  },
  {
    id: 'deepgram-undecodable',
    of: ['deepgram'],
    says: 'Audio that it cannot decode closes the stream with code 1008.',
    judge: () => notSeen('no such audio is sent'),
  },
  {
    id: 'deepgram-keyterms',
    of: ['deepgram'],
    says: 'Key terms beyond 500 tokens are refused.',
    judge: () => notSeen('no more than one is sent'),
  },
  {
    id: 'deepgram-errors',
    of: ['deepgram'],
    says: 'What goes wrong within a stream comes as an `Error` with a `description`.',
    judge(observations) {
      const [error] = received(observations, 'Error');
      if (error === undefined) return notSeen('nothing went wrong within one');
      return hasField(error, 'description') ? confirmed('one came') : refuted(`it has ${error.fields.join(', ')}`);
    },
  },
];

/** Judges each connection separately: positions start over in each. */
function judgeCoverage(observations: readonly Observation[]): Finding {
  const connections = Map.groupBy(observations, ({ connection }) => connection);
  const uncovered = [...connections.values()].flatMap((own) => uncoveredSeconds(own) ?? []);
  if (uncovered.length === 0) return notSeen('no final result came');
  const longest = Math.max(...uncovered);
  if (longest > ROUNDING_SECONDS) return refuted(`${longest.toFixed(1)} s in one piece got none`);
  return confirmed('all audio got one');
}

/** The longest stretch without a final result; `undefined` if there were no final results. */
function uncoveredSeconds(observations: readonly Observation[]): number | undefined {
  const finals = received(observations, 'Results').flatMap(({ stretch }) => (stretch?.isFinal ? [stretch] : []));
  if (finals.length === 0) return undefined;
  const sent = observations.reduce((sum, own) => sum + (own.type === 'sent-audio' ? own.seconds : 0), 0);
  let longest = 0;
  let coveredTo = 0;
  for (const { from, to } of finals.toSorted((one, other) => one.from - other.from)) {
    longest = Math.max(longest, from - coveredTo);
    coveredTo = Math.max(coveredTo, to);
  }
  return Math.max(longest, sent - coveredTo);
}
