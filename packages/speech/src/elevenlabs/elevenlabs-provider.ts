import { hostOf, webSocketAddress } from '../address.ts';
import { checkKey } from '../key-check.ts';
import { ELEVENLABS } from '../limits.ts';
import { cleanKeywords, onlyLanguage } from '../openai-api/hints.ts';
import { type ProviderOptions, SAMPLE_RATE, type SttCaps, type SttConfig, type SttProvider } from '../provider.ts';
import type { SessionPorts } from '../session-connection.ts';
import { PhraseSession } from '../streaming/phrase-session.ts';
import { elevenLabsProtocol } from './elevenlabs-protocol.ts';

const CAPS: SttCaps = {
  segmentation: 'client',
  phrases: 'short',
  live: true,
  maxSessionMs: ELEVENLABS.maxSessionMs,
};

/** ElevenLabs' Scribe, via its real-time API. The base URL goes up to and including `/v1`. */
export function createElevenLabsProvider(options: ProviderOptions, ports: SessionPorts): SttProvider {
  const host = hostOf(options.baseUrl);
  const headers: Record<string, string> = options.key === '' ? {} : { 'xi-api-key': options.key };
  return {
    id: 'elevenlabs',
    host,
    models: [{ id: 'scribe_v2_realtime', pricePerMinute: 0.39 / 60, caps: CAPS }],
    capabilities: () => CAPS,
    // A key restricted to transcription is refused here for a missing permission, but is valid nevertheless.
    checkKey: () => checkKey({ url: `${options.baseUrl}/user`, headers, mayBeMissing: false }, options, ports),
    start(config, listener) {
      const request = { url: streamAddress(options.baseUrl, config), headers };
      return new PhraseSession(request, elevenLabsProtocol(config), { host, key: options.key }, ports, listener);
    },
  };
}

/** The address of a session; all of its settings are in the query. */
function streamAddress(baseUrl: string, { model, languages, keywords }: SttConfig): string {
  const language = onlyLanguage(languages);
  const terms = cleanKeywords(keywords)
    .filter((keyword) => keyword.length <= ELEVENLABS.maxTermCharacters)
    .slice(0, ELEVENLABS.maxTerms);
  const query: [name: string, value: string][] = [
    ['model_id', model],
    ['audio_format', `pcm_${SAMPLE_RATE}`],
    ['commit_strategy', 'manual'],
    ...(language === '' ? [] : [['language_code', language] as [string, string]]),
    ...terms.map((term): [string, string] => ['keyterms', term]),
  ];
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
  return `${webSocketAddress(baseUrl)}/speech-to-text/realtime?${search}`;
}
