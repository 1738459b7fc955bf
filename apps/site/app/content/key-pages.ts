/** Providers that the start suggests, each with the page on which its API keys are created. */
export const KEY_PAGES = {
  openai: { name: 'OpenAI', address: 'https://platform.openai.com/api-keys' },
  deepgram: { name: 'Deepgram', address: 'https://console.deepgram.com/' },
} as const;
