import { PRODUCT_NAME, URL_SCHEME } from '@workspace/contract/brand';
import type { LegalDocument } from './legal-document.ts';

export const PRIVACY: LegalDocument = {
  title: 'Privacy Policy',
  gist: `What you say is understood on your Mac, or goes straight from there to the provider you chose. ${PRODUCT_NAME} never stores audio or transcriptions.`,
  sections: [
    {
      title: 'Your voice and your text',
      paragraphs: [
        'While you hold the key (or have turned recording on), the app records the microphone. With recognition on your Mac, the audio never leaves it. If you have chosen a provider, the app sends the audio straight to your speech-to-text provider, with your own API key, and the text comes back the same way. Neither passes through our servers.',
        'If a provider fails or can’t be reached, your Mac recognizes the rest, as long as it is English and you have not turned that off in Settings. It never works the other way around: speech you chose to have recognized on your Mac is never sent to anyone.',
        `${PRODUCT_NAME} never stores audio or transcriptions. The app keeps them in memory only for as long as it needs them: until the text is inserted, for up to 10 minutes while a dictation waits for another attempt, and the last text until the next one or until you quit, so that you can paste it again. Text that could not be inserted waits on your clipboard. None of it is written to disk or to a log.`,
        'On our landing page you can try dictation with your own voice. Your browser downloads what that takes and does all of the work itself: neither your voice nor your words are sent to us or to anyone else, and nothing of them is stored.',
        'If you turn on Tidy up, the app also sends the recognized text straight to the language model you chose, on your Mac or at a provider, before it inserts it. It’s off until you turn it on, and the app names that host too. If you set a shortcut for editing by voice, the text you have selected and what you say about it go to the same language model when you hold that shortcut.',
        'Your provider’s privacy policy says what they do with the audio. The app always names the host it sends audio to, and says “On this computer” when it sends nothing.',
      ],
    },
    {
      title: 'What stays on your Mac',
      paragraphs: [
        'Your settings, your vocabulary, and totals of how long you dictated and what it cost. Your API keys are encrypted by the system’s keychain and are sent only to their own provider. “Forget everything” in the app’s settings removes all of it.',
      ],
    },
    {
      title: 'What your account holds',
      paragraphs: [
        'You can use the app without an account. If you create one, our server keeps the following until you delete it, unless stated otherwise:',
      ],
      list: [
        'your e-mail address, and your password as a hash that can’t be reversed; with Google sign-in, your Google account’s id; and when you registered;',
        'for each dictation: when it was, in which time zone, and how many seconds it took. Never what was said;',
        'the browsers and devices that are signed in: the name and system each one reports, the version of the app, when it signed in and when it was last used. Kept until it signs out, at most 30 days after its last use, and never longer than 90 days;',
        'a marker for each browser you have signed in with, so that we can alert you to a new one, until 400 days after we last saw it;',
        'your plan, and what you bought and whether it was paid: the payment provider’s ids, the amount and the date. If you buy before you have an account, also the address you paid with, until an account claims it;',
        'links that sign in the app or set a new password, as a hash, while they are valid;',
        'a log of security-relevant actions on the account, such as sign-ins, for 400 days.',
      ],
    },
    {
      title: 'Export and deletion',
      paragraphs: [
        'In your account settings you can download everything we hold about you (except the hashes that would help someone break in) and delete the account. Your address, usage and sessions are removed at once, and an active subscription is cancelled. What remains: the log of actions until its 400 days are over, with ids only; what was paid, by the payment provider’s ids, without your name or address; for about a day, encrypted, the address for the mail that confirms the deletion; and the invoices that the payment provider keeps.',
        'A registration that is never confirmed is removed 30 days after its link expires. Backups of the database may still contain deleted data until newer backups replace them.',
      ],
    },
    {
      title: 'What this site stores in your browser',
      paragraphs: [
        'This site keeps the following in your browser’s storage, which only this site can read, until you clear it or as stated:',
      ],
      list: [
        '“auth-storage”: the address and plan of who is signed in, until you sign out;',
        '“jwtToken”: the token this browser uses to call our server on your behalf, until you sign out. Each one is valid for 15 minutes;',
        '“theme”: light, dark or system;',
        '“sidebar”: whether you collapsed the sidebar in your account;',
        '“session_id”: a random id that your browser makes up, under which its visits are counted. It is not linked to any account;',
        '“utm”: the campaign labels of the link that brought you here, until you close the tab;',
        '“react-router-scroll-positions”: how far you have scrolled on each page, until you close the tab.',
      ],
    },
    {
      title: 'Cookies',
      paragraphs: [
        `None for statistics or advertising. Cookies are set only by signing in: “${URL_SCHEME}_refresh” keeps you signed in for up to 30 days without a visit, “${URL_SCHEME}_browser” lets us recognize this browser for 400 days, and “${URL_SCHEME}_google” lives for 10 minutes while you sign in with Google. No script can read them, and they are sent only to our server’s sign-in.`,
      ],
    },
    {
      title: 'Statistics of visits',
      paragraphs: [
        'We count which pages are opened, including those of your account, and how far the demo video is played: each with the time, the random id above and any campaign labels (“utm”) in the link that brought you here. No third parties, no fingerprinting, no network addresses; the counts are deleted after 400 days. If you are signed in, your browser sends its token along, as with every call; the count takes nothing from it. If your browser sends the Global Privacy Control signal, nothing is counted, and neither the id nor the labels are stored.',
        'This site loads no fonts, scripts or images from anyone else.',
      ],
    },
    {
      title: 'Who else is involved',
      paragraphs: [
        'Our card payment provider handles payments under its own privacy policy; your card number never reaches us. Google is involved only if you sign in with it, and learns that you did. Our mail provider delivers the messages we send you: verification, receipts and notices about your account. We send no newsletters, and we never sell your data.',
      ],
    },
    {
      title: 'Logs and limits',
      paragraphs: [
        'The server logs which call was made, when, and how it went, so that we can keep it running and secure. Its logs contain no passwords, tokens, content, e-mail addresses or network addresses. To stop password guessing and floods of requests, it counts calls under a keyed hash of the network address or the account, for about a day at most.',
        'The payment provider’s notices of payments and cancellations are kept by their ids until 90 days after they take effect.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You may ask what we hold about you, have it corrected, exported or deleted, and object to its use. Export and deletion, described above, cover most of that at once; for the rest, write to us. You may also complain to the data protection authority where you live.',
      ],
    },
    {
      title: 'Changes',
      paragraphs: ['If we change this policy, the date above changes with it.'],
    },
  ],
};
