import { PRODUCT_NAME } from '@workspace/contract/brand';

interface Feature {
  title: string;
  text: string;
}

/** The product's features, as described on the landing page. */
export const FEATURE_DETAILS: readonly Feature[] = [
  {
    title: 'Menu bar app',
    text: 'No window to arrange, no Dock icon to hunt for. Just a small icon in the menu bar and a key that is always ready.',
  },
  {
    title: 'Real-time transcription with a speech API',
    text: 'With OpenAI or Deepgram, your words are sent as you say them, so the text is ready moments after you let go. Without an API key, your Mac understands English on its own.',
  },
  {
    title: 'Simple hotkey operation',
    text: 'Hold to speak, let go to stop. Or press once to start and again to stop. That’s all there is to learn.',
  },
  {
    title: 'Text insertion in any active field',
    text: 'Mail, chat, browser, editor, terminal: the text appears where your cursor is, and your clipboard is untouched.',
  },
  {
    title: 'Works with AI coding tools',
    text: 'Say the long prompt you would never have typed. It appears in the assistant, editor or terminal in front of you.',
  },
  {
    title: 'Productivity for writers and vibe coders',
    text: `A first draft is talking. ${PRODUCT_NAME} keeps up with a train of thought, for as long as you hold the key.`,
  },
];

/** The feature titles, as short bullets. */
export const MARKETING_FEATURES: readonly string[] = FEATURE_DETAILS.map(({ title }) => title);
