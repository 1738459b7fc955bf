import { webSocketAddress } from '../address.ts';
import { ASSEMBLYAI } from '../limits.ts';
import { cleanKeywords } from '../openai-api/hints.ts';
import { SAMPLE_RATE, type SttConfig } from '../provider.ts';

/** The address of a stream; all of its settings are in the query. */
export function streamAddress(baseUrl: string, { model, keywords }: SttConfig): string {
  // The provider ignores longer terms, and refuses more terms than this.
  const terms = cleanKeywords(keywords)
    .filter((keyword) => keyword.length <= ASSEMBLYAI.maxTermCharacters)
    .slice(0, ASSEMBLYAI.maxTerms);
  const query: [name: string, value: string][] = [
    ['speech_model', model],
    ['sample_rate', `${SAMPLE_RATE}`],
    ['encoding', 'pcm_s16le'],
    ['format_turns', 'true'],
    ...(terms.length > 0 ? [['keyterms_prompt', JSON.stringify(terms)] as [string, string]] : []),
  ];
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
  return `${webSocketAddress(baseUrl)}/ws?${search}`;
}
