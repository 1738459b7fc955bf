import { type Claim, confirmed, type Finding, hasField, notSeen, received, refuted } from './claim.ts';
import type { Observation } from './observation.ts';

/** The streaming providers whose answers to commits don't name them. */
export const STREAMING_CLAIMS: readonly Claim[] = [
  {
    id: 'soniox-finalize',
    of: ['soniox'],
    says: 'Soniox answers each `finalize` with one marker, silence too.',
    judge: (observations) => judgeAnswers(observations, 'finalize', 'tokens.finalized'),
  },
  {
    id: 'soniox-header',
    of: ['soniox'],
    says: 'Soniox takes the key in the header alone.',
    judge: (observations) =>
      received(observations, 'tokens').length > 0 ? confirmed('tokens came') : notSeen('no token came'),
  },
  {
    id: 'assemblyai-rate',
    of: ['assemblyai'],
    says: 'AssemblyAI takes audio of 24 kHz.',
    judge: (observations) =>
      received(observations, 'Turn').length > 0 ? confirmed('turns came') : notSeen('no turn came'),
  },
  {
    id: 'assemblyai-times',
    of: ['assemblyai'],
    says: 'Each turn has the times of its words.',
    judge(observations) {
      const turns = received(observations, 'Turn');
      if (turns.length === 0) return notSeen('no turn came');
      return turns.some((turn) => hasField(turn, 'end')) ? confirmed('they are there') : refuted('none has any');
    },
  },
  {
    id: 'elevenlabs-commits',
    of: ['elevenlabs'],
    says: 'ElevenLabs answers each commit once, silence too.',
    judge: (observations) => judgeAnswers(observations, 'commit', 'committed_transcript'),
  },
];

/** Judges whether each of our messages got one answer, connection by connection. */
function judgeAnswers(observations: readonly Observation[], asked: string, answered: string): Finding {
  const connections = Map.groupBy(observations, ({ connection }) => connection);
  const counts = [...connections.values()].map((own) => ({
    asked: own.filter((observation) => observation.type === 'sent' && observation.message.event === asked).length,
    answered: received(own, answered).length,
  }));
  if (counts.every((count) => count.asked === 0)) return notSeen('none was sent');
  const other = counts.find((count) => count.asked !== count.answered);
  return other === undefined ? confirmed('each got one') : refuted(`${other.asked} got ${other.answered}`);
}
