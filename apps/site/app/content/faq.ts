import { PRODUCT_NAME } from '@workspace/contract/brand';
import { TRIAL_ALLOWANCE } from './free-trial.ts';

/** A question that buyers ask. */
export interface FaqEntry {
  question: string;
  answer: string;
}

export const FAQ: readonly FaqEntry[] = [
  {
    question: 'Who hears what I say?',
    answer: `You decide. Understood on your Mac, what you say never leaves it. If you choose a speech-to-text provider, that one hears it and nobody else: audio goes straight from your Mac to the provider, over an encrypted connection; only a speech server of your own may do without encryption. ${PRODUCT_NAME} never stores audio or transcriptions: not on our servers, where they never arrive, and not on your disk.`,
  },
  {
    question: 'What does it cost to run?',
    answer:
      'Nothing for English that your Mac understands by itself. If you use a provider, you pay them for the minutes that you speak: about $0.006 per minute of audio, so an hour of talking comes to about 36 cents. OpenAI’s model that the app uses first costs a little less, $0.0045 a minute. Live mode, which shows every word while you say it, costs more, $0.017 a minute. The app shows the price of each model where it is known, and keeps a meter of what you spent.',
  },
  {
    question: 'Do I need an API key?',
    answer: `Not for English: your Mac understands it by itself, from the first press of the key. A key brings other languages, larger models, and models that know the names and terms you teach them. It is your own, so that nobody sits between you and your provider. You pay what the provider asks, without a margin of ours, you can change the provider at any time, and your speech never passes through our servers. You make the key on the provider’s own site. It is encrypted by your Mac’s keychain, and ${PRODUCT_NAME} has the provider check it as soon as you have entered it.`,
  },
  {
    question: 'What does the free trial include?',
    answer: `Everything: all features, all providers, no card. You can dictate for ${TRIAL_ALLOWANCE}; the app says what is left, and always finishes a dictation you have begun. In your account this plan is called Beta Tester, and costs $0. The license lifts the limit.`,
  },
  {
    question: 'Which apps does it type into?',
    answer:
      'Any that takes text: mail, chat, documents, browsers, code editors, terminals, and the prompt of your AI assistant. If a field can’t take text, or you have moved on to another window, the text waits on your clipboard and you are told so. Nothing is lost.',
  },
  {
    question: 'Which languages can I speak?',
    answer:
      'English without anything else, on your Mac. With a provider, those that its model knows: you can name the languages that you speak, out of dozens, and give names and terms that the model should expect.',
  },
  {
    question: 'Which permissions does it ask for?',
    answer:
      'Two. Microphone, to hear you while you dictate or try it in the settings, and only then. Accessibility (from macOS 27 on: Device Control and Data Access), to notice when you let go and to put text into the field that you are in. It asks for each when it is first needed and says what it is for. Where macOS also asks before a program reads the clipboard, allow that too: then what you copied before a dictation is there again after it.',
  },
  {
    question: 'Does it work offline?',
    answer:
      'In English, yes: your Mac understands you by itself, and nothing has to be downloaded for it but the app. A provider needs a connection. If it drops while you speak English, your Mac takes over, and the app says so. In other languages, or if you have switched that off, your words are kept in memory and sent when the connection is back: the app tries by itself for half a minute after you let go; for 10 minutes you can have it try again. If you run a speech server of your own on your Mac or in your network, the app can use that, without the internet.',
  },
  {
    question: 'Does it run on Intel and on Apple silicon?',
    answer: 'On both. One download runs natively on Intel Macs and on Apple silicon, with macOS 12.0 or later.',
  },
  {
    question: 'Is it a subscription?',
    answer:
      'No. The license is a one-time purchase: you pay once, and there is nothing to cancel. Those who would rather pay by the month find a monthly plan in their account.',
  },
  {
    question: 'Can I get my money back?',
    answer:
      'Yes, for 30 days, no questions asked. Write to us from the address that you bought with. Refunds are processed in 5-10 business days.',
  },
  {
    question: 'Can I change the hotkeys?',
    answer:
      'Every one of them. You press the new keys in the settings, and the app tells you if another program already holds them.',
  },
  {
    question: 'What if I hit the key by mistake?',
    answer:
      'Let go, and nothing happens: a press without speech types nothing. In the middle of a sentence, Cmd+Shift+C cancels, and nothing more is sent or typed.',
  },
];
