import type { Claim, Finding, RecordingId } from './claim.ts';
import { DEEPGRAM_CLAIMS } from './deepgram-claims.ts';
import type { Observation } from './observation.ts';
import { OPENAI_CLAIMS } from './openai-claims.ts';
import { STREAMING_CLAIMS } from './streaming-claims.ts';
import { UPLOAD_CLAIMS } from './upload-claims.ts';

export interface JudgedClaim extends Pick<Claim, 'id' | 'says'>, Finding {}

export interface Recording {
  id: RecordingId;
  observations: readonly Observation[];
}

/** Judges each claim by the recordings. If they differ, a refutation takes precedence over a confirmation. */
export function judgeClaims(recordings: readonly Recording[]): JudgedClaim[] {
  return [...OPENAI_CLAIMS, ...UPLOAD_CLAIMS, ...DEEPGRAM_CLAIMS, ...STREAMING_CLAIMS].map(
    ({ id, of, says, judge }) => {
      const findings = recordings
        .filter((recording) => of.includes(recording.id))
        .map((recording) => ({ ...judge(recording.observations), seenIn: recording.id }));
      const finding =
        findings.find(({ verdict }) => verdict === 'refuted') ??
        findings.find(({ verdict }) => verdict === 'confirmed') ??
        findings[0];
      if (finding === undefined) return { id, says, verdict: 'not seen', because: 'the provider was skipped' };
      const { verdict, because, seenIn } = finding;
      const where = findings.length > 1 && verdict !== 'not seen' ? ` (${seenIn})` : '';
      return { id, says, verdict, because: `${because}${where}` };
    },
  );
}
