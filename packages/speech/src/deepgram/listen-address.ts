import { webSocketAddress } from '../address.ts';
import { DEEPGRAM } from '../limits.ts';
import { SAMPLE_RATE, type SttConfig } from '../provider.ts';

/** The address of a streaming session; all of its settings are in the query. */
export function listenAddress(baseUrl: string, config: SttConfig): string {
  const query: [name: string, value: string][] = [
    ['model', config.model],
    ['encoding', 'linear16'],
    ['sample_rate', `${SAMPLE_RATE}`],
    ['channels', '1'],
    ['interim_results', 'true'],
    ['smart_format', 'true'],
    ['punctuate', 'true'],
    ['endpointing', `${DEEPGRAM.endpointingMs}`],
    ['language', (config.languages.length === 1 && config.languages[0]) || 'multi'],
    ...keyterms(config).map((keyterm): [string, string] => ['keyterm', keyterm]),
  ];
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
  return `${webSocketAddress(baseUrl)}/listen?${search}`;
}

/** Returns as many of the leading keywords as the provider accepts; older models accept none. */
function keyterms({ model, keywords }: SttConfig): string[] {
  if (!model.startsWith('nova-3')) return [];
  let characters = 0;
  return keywords.filter((keyword) => {
    characters += keyword.length;
    return characters <= DEEPGRAM.maxKeytermCharacters;
  });
}
