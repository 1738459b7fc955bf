/** Where an API key is made, by the host that it is for. */
const API_KEY_PAGES = new Map([
  ['api.openai.com', 'https://platform.openai.com/api-keys'],
  ['api.deepgram.com', 'https://console.deepgram.com/'],
]);

/** The page on which an API key for a host is made; undefined where it isn't known. */
export function apiKeyPage(host: string): string | undefined {
  return API_KEY_PAGES.get(host);
}
