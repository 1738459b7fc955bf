import { PRODUCT_NAME, URL_SCHEME } from '@workspace/contract/brand';
import type { LegalDocument } from './legal-document.ts';

export const PRIVACY: LegalDocument = {
  title: 'Privacy Policy',
  gist: `What you say goes straight from your Mac to the provider that you chose. ${PRODUCT_NAME} never stores audio or transcriptions.`,
  sections: [
    {
      title: 'Your voice and your text',
      paragraphs: [
        'While you hold the key (or have switched recording on), the app records the microphone and sends the audio straight to your speech-to-text provider, with your own API key. The text comes back the same way. Neither passes through our servers.',
        `${PRODUCT_NAME} never stores audio or transcriptions. The app holds them in memory only for as long as it needs them: until the text is inserted, for up to 10 minutes where a dictation waits for another attempt, and the last text until the app ends, so that you can paste it again. Nothing of it is written to disk or to a log.`,
        'What your provider does with the audio is told in their privacy policy. The app always names the host that it sends to.',
      ],
    },
    {
      title: 'What stays on your Mac',
      paragraphs: [
        'Your settings, your vocabulary, and counts of how long you dictated and what it cost. Your API keys are encrypted by the system’s keychain and go to their provider alone. “Forget everything” in the app’s settings removes all of it.',
      ],
    },
    {
      title: 'What your account holds',
      paragraphs: ['You can use the app without an account. If you make one, our server keeps:'],
      list: [
        'your e-mail address, and your password as a hash that can’t be turned back; with Google sign-in, your Google account’s id instead;',
        'for each dictation: when it was, in which time zone, and how many seconds it took. Never what was said;',
        'the browsers and devices that are signed in, until 30 days after their last use, and 90 days at most;',
        'a mark of browsers that you have signed in with, for 400 days, so that we can tell you of a new one;',
        'what you bought and whether it was paid: the payment provider’s ids, the amount and the date;',
        'a record of what was done with the account, such as sign-ins, for 400 days.',
      ],
    },
    {
      title: 'Export and deletion',
      paragraphs: [
        'In the settings of your account you can download all that we hold about you, and delete the account. Deletion is immediate: the address, the usage and the sessions are removed, and an active subscription is cancelled. The record of what was done stays until its 400 days are over, with ids only and no address; the payment provider keeps invoices for as long as the law asks.',
        'A registration that is never confirmed is removed 30 days after its link has ended.',
      ],
    },
    {
      title: 'What this site stores in your browser',
      paragraphs: ['In the browser’s local storage, which only this site can read:'],
      list: [
        '“auth-storage” and “jwtToken”: who is signed in, until you sign out;',
        '“theme”: light, dark or as the system has it;',
        '“sidebar”: whether you folded the sidebar of your account;',
        '“session_id”: a random number that tells visits apart in our statistics. It is made up by your browser and linked to nothing.',
      ],
    },
    {
      title: 'Cookies',
      paragraphs: [
        `None for statistics or advertising. Cookies are set only by signing in: “${URL_SCHEME}_refresh” keeps you signed in for up to 30 days, “${URL_SCHEME}_browser” lets us recognise this browser for 400 days, and “${URL_SCHEME}_google” lives for 10 minutes while you sign in with Google. No script can read them.`,
      ],
    },
    {
      title: 'Statistics of visits',
      paragraphs: [
        'We count which pages are opened and whether the demo video is played, with the random number above and, if the link that brought you here carries them, its campaign labels (“utm”), which your browser keeps until you close the tab. There are no third parties in this, no fingerprints and no addresses, and the counts are deleted after 400 days. If your browser sends the Global Privacy Control signal, nothing is counted.',
        'This site loads nothing from anybody else: no fonts, no scripts, no pictures.',
      ],
    },
    {
      title: 'Who else is involved',
      paragraphs: [
        'Our card payment provider handles payments under its own privacy policy; your card number never reaches us. Google is involved only if you sign in with it, and learns that you did. Our mail provider delivers the messages that we send you: verification, receipts and notices about your account. We send no newsletters unless you asked for one, and we sell data to nobody.',
      ],
    },
    {
      title: 'Server logs',
      paragraphs: [
        'The server logs calls so that we can keep it running and safe. The logs hold no passwords, no tokens and no content, and are deleted after a short time.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You may ask us what we hold about you, have it corrected, exported or deleted, and object to its use. The export and the deletion above do most of that at once; for the rest, write to us. You may also complain to the data protection authority where you live.',
      ],
    },
    {
      title: 'Changes',
      paragraphs: [
        'If we change this policy, the date above changes with it. Changes that matter are announced by e-mail or on this site before they take effect.',
      ],
    },
  ],
};
