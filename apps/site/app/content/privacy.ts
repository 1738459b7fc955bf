import { PRODUCT_NAME, URL_SCHEME } from '@workspace/contract/brand';
import type { LegalDocument } from './legal-document.ts';

export const PRIVACY: LegalDocument = {
  title: 'Privacy Policy',
  gist: `What you say is understood on your Mac, or goes straight from it to the provider that you chose. ${PRODUCT_NAME} never stores audio or transcriptions.`,
  sections: [
    {
      title: 'Your voice and your text',
      paragraphs: [
        'While you hold the key (or have switched recording on), the app records the microphone. Where your Mac understands speech by itself, the audio never leaves it. Where you have chosen a provider, the app sends the audio straight to your speech-to-text provider, with your own API key, and the text comes back the same way. Neither passes through our servers.',
        'If a provider fails or can’t be reached, your Mac understands what is left, if it is English and unless you switch that off in the settings. It never goes the other way: what you have your Mac understand is sent to nobody.',
        `${PRODUCT_NAME} never stores audio or transcriptions. The app holds them in memory only for as long as it needs them: until the text is inserted, for up to 10 minutes where a dictation waits for another attempt, and the last text until the next one or the end of the app, so that you can paste it again. Text that could not be inserted waits on your clipboard. Nothing of it is written to disk or to a log.`,
        'On our landing page you can try dictation with your own voice. Your browser downloads what that takes and does all of the work itself: neither your voice nor your words are sent to us or to anyone else, and nothing of them is stored.',
        'What your provider does with the audio is told in their privacy policy. The app always names the host that it sends to, and says “On this computer” where it sends nothing.',
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
      paragraphs: [
        'You can use the app without an account. If you make one, our server keeps these until you delete it, where nothing else is said:',
      ],
      list: [
        'your e-mail address, and your password as a hash that can’t be turned back; with Google sign-in, your Google account’s id; and when you registered;',
        'for each dictation: when it was, in which time zone, and how many seconds it took. Never what was said;',
        'the browsers and devices that are signed in: the name and system that each tells, the version of the app, when it signed in and was last used. Until it signs out, until 30 days after its last use, and for 90 days at most;',
        'a mark of browsers that you have signed in with, until 400 days after it was last seen, so that we can tell you of a new one;',
        'your plan, and what you bought and whether it was paid: the payment provider’s ids, the amount and the date. If you buy before you have an account, also the address that you paid with, until an account has it;',
        'while they are good, links that sign in the app or set a new password, as a hash;',
        'a record of what was done with the account, such as sign-ins, for 400 days.',
      ],
    },
    {
      title: 'Export and deletion',
      paragraphs: [
        'In the settings of your account you can download all that we hold about you, but for the hashes that would help to open it, and delete the account. Your address, the usage and the sessions are removed at once, and an active subscription is cancelled. What stays: the record of what was done until its 400 days are over, with ids only; what was paid, by the payment provider’s ids, without your name or address; for about a day, encrypted, the address for the mail that tells you of the deletion; and the invoices that the payment provider keeps.',
        'A registration that is never confirmed is removed 30 days after its link has ended. Where we make backups of the database, they hold what was deleted until newer ones replace them.',
      ],
    },
    {
      title: 'What this site stores in your browser',
      paragraphs: [
        'In the browser’s storage, which only this site can read. Until you clear it, or sign out where that is said:',
      ],
      list: [
        '“auth-storage”: the address and plan of who is signed in, until you sign out;',
        '“jwtToken”: the token by which this browser calls our server for you, until you sign out. Each is good for 15 minutes;',
        '“theme”: light, dark or as the system has it;',
        '“sidebar”: whether you folded the sidebar of your account;',
        '“session_id”: a random id under which the visits of this browser are counted. Your browser makes it up, and it is linked to no account;',
        '“utm”: the campaign labels of the link by which you came, until you close the tab;',
        '“react-router-scroll-positions”: how far you have scrolled on each page, until you close the tab.',
      ],
    },
    {
      title: 'Cookies',
      paragraphs: [
        `None for statistics or advertising. Cookies are set only by signing in: “${URL_SCHEME}_refresh” keeps you signed in for up to 30 days without a visit, “${URL_SCHEME}_browser” lets us recognise this browser for 400 days, and “${URL_SCHEME}_google” lives for 10 minutes while you sign in with Google. No script can read them, and they go to our server’s sign-in alone.`,
      ],
    },
    {
      title: 'Statistics of visits',
      paragraphs: [
        'We count which pages are opened, those of your account too, and how far the demo video is played: each time with the moment, the random id above and, if the link that brought you here carries them, its campaign labels (“utm”). There are no third parties in this, no fingerprints and no network addresses, and the counts are deleted after 400 days. If your browser sends the Global Privacy Control signal, nothing is counted, and neither id nor labels are stored.',
        'This site loads no fonts, no scripts and no pictures from anybody else.',
      ],
    },
    {
      title: 'Who else is involved',
      paragraphs: [
        'Our card payment provider handles payments under its own privacy policy; your card number never reaches us. Google is involved only if you sign in with it, and learns that you did. Our mail provider delivers the messages that we send you: verification, receipts and notices about your account. We send no newsletters, and we sell data to nobody.',
      ],
    },
    {
      title: 'Logs and limits',
      paragraphs: [
        'The server logs which call was made, when, and how it went, so that we can keep it running and safe. Its logs hold no passwords, no tokens, no content, and neither e-mail nor network addresses. To hold back guessing and floods, it counts calls under a keyed hash of the network address or the account, for about a day at most.',
        'The payment provider’s notices that something was paid or ended are kept by their ids until 90 days after they took effect.',
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
      paragraphs: ['If we change this policy, the date above changes with it.'],
    },
  ],
};
