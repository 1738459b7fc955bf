import { type Claim, confirmed, type Finding, hasField, notSeen, received, refuted } from './claim.ts';
import type { Observation } from './observation.ts';

const ITEM = 'conversation.item.input_audio_transcription';
const BOTH_MODES = ['openai-phrases', 'openai-live'] as const;

/** OpenAI's Realtime API. */
export const OPENAI_CLAIMS: readonly Claim[] = [
  {
    id: 'openai-delay',
    of: ['openai-live'],
    says: 'gpt-live-transcribe takes `delay`.',
    judge: (observations) => judgeSetting(observations, 'delay'),
  },
  {
    id: 'openai-languages',
    of: BOTH_MODES,
    says: 'A session takes `languages` as a list.',
    judge: (observations) => judgeSetting(observations, 'languages'),
  },
  {
    id: 'openai-keywords',
    of: BOTH_MODES,
    says: 'A session takes `keywords` as a list.',
    judge: (observations) => judgeSetting(observations, 'keywords'),
  },
  {
    id: 'openai-keyword-limits',
    of: BOTH_MODES,
    says: 'There is a limit to the number and length of `keywords`.',
    judge: () => notSeen('no more than one is sent'),
  },
  {
    id: 'openai-logprobs',
    of: BOTH_MODES,
    says: 'The new models give log probabilities when asked.',
    judge: () => notSeen('they are not asked for'),
  },
  {
    id: 'openai-rate-limits',
    of: BOTH_MODES,
    says: 'A transcription session sends no `rate_limits.updated`.',
    judge(observations) {
      if (received(observations, 'rate_limits.updated').length > 0) return refuted('one came');
      if (received(observations, `${ITEM}.completed`).length > 0) return confirmed('none came up to the last text');
      return notSeen('no text came');
    },
  },
  {
    id: 'openai-item-id',
    of: ['openai-live'],
    says: 'An item whose text comes live keeps its id when it is committed.',
    judge: judgeItemIds,
  },
  {
    id: 'openai-completed',
    of: BOTH_MODES,
    says: '`completed` extends the deltas of its item.',
    judge(observations) {
      const compared = received(observations, `${ITEM}.completed`).filter(
        ({ extendsDeltas }) => extendsDeltas !== undefined,
      );
      const others = compared.filter(({ extendsDeltas }) => !extendsDeltas);
      if (compared.length === 0) return notSeen('no item came both ways');
      if (others.length > 0) return refuted(`${others.length} of ${compared.length} items were worded anew`);
      return confirmed(`so did ${compared.length} of ${compared.length} items`);
    },
  },
  {
    id: 'openai-wrong-key',
    of: ['openai-wrong-key'],
    says: 'A wrong key fails at the upgrade, with HTTP status 401.',
    judge: judgeWrongKey,
  },
  {
    id: 'openai-pieces',
    of: BOTH_MODES,
    says: 'Audio in pieces of 80 ms and more is taken without complaint.',
    judge(observations) {
      const complaint = received(observations, 'error').find(({ error }) => error?.answers === 'append');
      if (complaint) return refuted(`error ${complaint.error?.code ?? 'without a code'}`);
      const pieces = observations.filter(({ type }) => type === 'sent-audio').length;
      if (received(observations, `${ITEM}.completed`).length === 0) return notSeen('no text came');
      return confirmed(`${pieces} pieces were sent`);
    },
  },
  {
    id: 'openai-idle-limit',
    of: BOTH_MODES,
    says: 'A session without audio has no time limit of its own.',
    judge: () => notSeen('each session is closed once its work is done'),
  },
  {
    id: 'openai-idle-cost',
    of: BOTH_MODES,
    says: 'Opening a session, configuring it and waiting cost nothing.',
    judge: () => notSeen("only the provider's bill tells"),
  },
];

/** Judges whether a session accepts a parameter of its configuration. */
function judgeSetting(observations: readonly Observation[], name: string): Finding {
  const isSent = observations.some(
    (observation) =>
      observation.type === 'sent' &&
      observation.message.event === 'session.update' &&
      hasField(observation.message, name),
  );
  if (!isSent) return notSeen('it was not sent');
  const refusal = received(observations, 'error').find(({ error }) => error?.parameters.includes(name));
  if (refusal) return refuted(`error ${refusal.error?.code ?? 'without a code'} names it`);
  const updated = received(observations, 'session.updated');
  if (updated.length === 0) return notSeen('no session was configured');
  if (!updated.some((message) => hasField(message, name))) return confirmed('no error, but not in `session.updated`');
  return confirmed('it stands in `session.updated`');
}

function judgeItemIds(observations: readonly Observation[]): Finding {
  const committed = new Set<number>();
  const early = new Set<number>();
  let kept = 0;
  for (const { event, item } of received(observations)) {
    if (item === undefined) continue;
    if (event === `${ITEM}.delta` && !committed.has(item)) early.add(item);
    if (event !== 'input_audio_buffer.committed') continue;
    committed.add(item);
    if (early.delete(item)) kept += 1;
    else if (early.size > 0) return refuted('a commit made an item of another id than the deltas before it');
  }
  return kept > 0 ? confirmed(`so did ${kept} of ${kept} items`) : notSeen('no text came before a commit');
}

function judgeWrongKey(observations: readonly Observation[]): Finding {
  for (const observation of observations) {
    if (observation.type === 'refused') {
      const answer = `the upgrade was answered with ${observation.status}`;
      return observation.status === 401 ? confirmed(answer) : refuted(answer);
    }
    if (observation.type === 'closed') return refuted(`the socket opened and was closed with ${observation.code}`);
    if (observation.type === 'received' && observation.message.event === 'error') {
      return refuted(`the socket opened, and error ${observation.message.error?.code ?? 'without a code'} came`);
    }
  }
  return notSeen('there was no refusal');
}
