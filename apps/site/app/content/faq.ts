import { PRODUCT_NAME } from '@workspace/contract/brand';
import { TRIAL_ALLOWANCE } from './free-trial.ts';

/** A buyer's question and its answer. */
export interface FaqEntry {
  question: string;
  answer: string;
}

export const FAQ: readonly FaqEntry[] = [
  {
    question: 'Who hears what I say?',
    answer: `You decide. With recognition on your Mac, what you say never leaves it. If you choose a speech-to-text provider, only that provider hears you: audio goes straight from your Mac to them over an encrypted connection. (Only a speech server of your own may go without encryption.) ${PRODUCT_NAME} never stores audio or transcriptions: not on our servers, which they never reach, and not on your disk.`,
  },
  {
    question: 'What does it cost to run?',
    answer:
      'English on your Mac is free. If you use a provider, you pay them for the minutes you speak: about $0.006 per minute of audio, so an hour of talking costs about 36 cents. The OpenAI model the app starts with costs a little less, $0.0045 a minute. Live mode, which shows every word as you say it, costs $0.017 a minute. The app shows the price of each model it knows, and keeps a running total of what you have spent.',
  },
  {
    question: 'Do I need an API key?',
    answer: `Not for English: your Mac understands it on its own, from your very first sentence. An API key adds other languages, larger models, and models that recognize the names and terms you teach them. The key is yours, so nobody sits in between: you pay the provider’s price with no markup, you can switch providers at any time, and your speech never passes through our servers. You create the key on the provider’s site. Your Mac’s keychain encrypts it, and ${PRODUCT_NAME} checks it with the provider as soon as you enter it.`,
  },
  {
    question: 'What does the free trial include?',
    answer: `Everything: all features, all providers, no card. You can dictate for ${TRIAL_ALLOWANCE}; the app says what is left, and always finishes a dictation you have begun. In your account this plan is called Beta Tester, and costs $0. The license lifts the limit.`,
  },
  {
    question: 'Which apps does it type into?',
    answer:
      'Any app that takes text: mail, chat, documents, browsers, code editors, terminals, and your AI assistant’s prompt. If a field can’t take text, or you have moved to another window, the text waits on your clipboard and the app tells you. Nothing is lost.',
  },
  {
    question: 'Which languages can I speak?',
    answer:
      'English, right away, on your Mac. With a provider, every language its model knows: choose the ones you speak from dozens, and add names and terms the model should listen for.',
  },
  {
    question: 'Which permissions does it ask for?',
    answer:
      'Two. Microphone, to hear you while you dictate or test it in Settings, and only then. Accessibility (from macOS 27 on: Device Control and Data Access), to notice when you let go and to type where your cursor is. The app asks for each when it first needs it, and says why. If macOS also asks whether the app may read the clipboard, allow that too, so that whatever you copied before a dictation is still there after it.',
  },
  {
    question: 'Does it work offline?',
    answer:
      'In English, yes: your Mac understands you on its own, with nothing to download but the app. A provider needs a connection. If it drops while you speak English, your Mac takes over, and the app says so. In other languages, or if you have turned that off, your words stay in memory and are sent when the connection is back: the app keeps trying for half a minute after you let go, and for 10 minutes you can tell it to try again. If you run your own speech server, on your Mac or in your network, the app can use that without the internet.',
  },
  {
    question: 'Does it run on Intel and on Apple silicon?',
    answer: 'Both. One download runs natively on Intel Macs and on Apple silicon, with macOS 12.0 or later.',
  },
  {
    question: 'Is it a subscription?',
    answer:
      'No. The license is a one-time purchase: you pay once, and there is nothing to cancel. If you would rather pay by the month, your account has a monthly plan.',
  },
  {
    question: 'Can I get my money back?',
    answer:
      'Yes, for 30 days, no questions asked. Write to us from the address you bought with, and we refund you. Refunds are processed in 5-10 business days.',
  },
  {
    question: 'Can I change the hotkeys?',
    answer:
      'Every one of them. Press the new keys in Settings, and the app tells you if another program already uses them.',
  },
  {
    question: 'What if I hit the key by mistake?',
    answer:
      'Let go, and nothing happens: if you say nothing, nothing is typed. In the middle of a sentence, Cmd+Shift+C cancels, and nothing more is sent or typed.',
  },
];
