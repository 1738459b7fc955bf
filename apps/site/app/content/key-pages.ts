/** Providers suggested in the first steps, each with the page where API keys are created. */
export const KEY_PAGES = {
  openai: { name: 'OpenAI', address: 'https://platform.openai.com/api-keys' },
  deepgram: { name: 'Deepgram', address: 'https://console.deepgram.com/' },
} as const;
