import { type Claim, confirmed, type Finding, notSeen, refuted } from './claim.ts';
import type { Observation } from './observation.ts';

/** The file transcription call, at OpenAI and at servers that imitate it. */
export const UPLOAD_CLAIMS: readonly Claim[] = [
  {
    id: 'files-languages',
    of: ['openai-files'],
    says: 'The call for files takes `languages[]`.',
    judge: (observations) => judgeParameter(observations, 'languages[]'),
  },
  {
    id: 'files-keywords',
    of: ['openai-files'],
    says: 'The call for files takes `keywords[]`.',
    judge: (observations) => judgeParameter(observations, 'keywords[]'),
  },
  {
    id: 'files-formats',
    of: ['openai-files'],
    says: 'gpt-transcribe answers in other formats than JSON.',
    judge: () => notSeen('only JSON is asked for'),
  },
  {
    id: 'compatible-stream',
    of: ['compatible'],
    says: 'The server takes `stream`, which Groq is said to refuse.',
    judge(observations) {
      const finding = judgeParameter(observations, 'stream');
      const isStreamed = observations.some(
        (observation) => observation.type === 'response' && observation.contentType === 'text/event-stream',
      );
      return finding.verdict === 'confirmed' && !isStreamed ? refuted('the answer came in one piece') : finding;
    },
  },
  {
    id: 'compatible-size',
    of: ['compatible'],
    says: 'The server takes files of up to 25 MB.',
    judge: () => notSeen('the sample is far smaller'),
  },
  {
    id: 'compatible-path',
    of: ['compatible'],
    says: "The call may stand at a path of its own, as whisper.cpp's does.",
    judge(observations) {
      const isElsewhere = (connection: number) =>
        observations.some(
          (request) =>
            request.type === 'request' && request.connection === connection && request.call !== 'transcriptions',
        );
      const [status] = observations.flatMap((response) =>
        response.type === 'response' && isElsewhere(response.connection) ? [response.status] : [],
      );
      if (status === undefined) return notSeen('the address ends in a usual path');
      return status < 300 ? confirmed('it answered there') : refuted(`it answered there with ${status}`);
    },
  },
  {
    id: 'groq-prompt',
    of: ['groq'],
    says: 'Groq takes words to listen for in `prompt`.',
    judge: (observations) => judgeParameter(observations, 'prompt'),
  },
  {
    id: 'mistral-words',
    of: ['mistral'],
    says: 'Mistral takes words to listen for in `context_bias`.',
    judge: (observations) => judgeParameter(observations, 'context_bias'),
  },
  {
    id: 'files-stream-errors',
    of: ['openai-files', 'compatible'],
    says: 'What goes wrong within a streamed answer comes as an `error` event.',
    judge: (observations) =>
      observations.some((observation) => observation.type === 'answer' && observation.events.includes('error'))
        ? confirmed('one came')
        : notSeen('nothing went wrong within one'),
  },
];

/** Judges whether the server accepts a parameter of the form. */
function judgeParameter(observations: readonly Observation[], field: string): Finding {
  const requests = observations.filter(
    (observation) => observation.type === 'request' && observation.fields.includes(field),
  );
  if (requests.length === 0) return notSeen('it was not sent');
  const answers = observations.filter(({ connection }) =>
    requests.some((request) => request.connection === connection),
  );
  const name = field.replace('[]', '');
  if (answers.some((answer) => answer.type === 'answer' && answer.error?.parameters.includes(name))) {
    return refuted('a refusal names it');
  }
  const statuses = answers.flatMap((answer) => (answer.type === 'response' ? [answer.status] : []));
  if (statuses.some((status) => status < 300)) return confirmed('there was no complaint');
  return notSeen(statuses.length === 0 ? 'there was no answer' : `the answer was ${statuses.join(', ')}`);
}
