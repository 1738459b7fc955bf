import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { LegalDocument } from './legal-document.ts';

export const TERMS: LegalDocument = {
  title: 'Terms of Service',
  gist: 'You pay once. You have 30 days to change your mind. Use it fairly; with a speech-to-text provider, use your own API key.',
  sections: [
    {
      title: 'What these terms are',
      paragraphs: [
        `These terms are the agreement between you and us, the makers of ${PRODUCT_NAME}, about the ${PRODUCT_NAME} app for macOS, this web site and the account that goes with them. By downloading the app, registering or buying a license, you accept them. If you do not accept them, please do not use ${PRODUCT_NAME}.`,
        'You must be old enough to enter into a contract where you live.',
      ],
    },
    {
      title: 'What you get',
      paragraphs: [
        `${PRODUCT_NAME} is a push-to-talk dictation app for the menu bar of macOS 12.0 or later. It turns what you say into text, on your Mac or through a speech-to-text provider you choose, and inserts the text wherever you type.`,
        'A free trial lets you try all of it before you pay. It limits how much you can dictate in any 7 days; the app shows what is left.',
        'A license removes that limit for your account, on every Mac you link to it. It is for one person and may not be shared.',
      ],
    },
    {
      title: 'Your speech-to-text provider',
      paragraphs: [
        'Your Mac can recognize English on its own, which needs neither a connection nor a provider. To use a speech-to-text provider, you need an internet connection and an API key of your own from that provider. Your agreement with that provider is between you and them: they bill you for the audio you send, and their terms and privacy policy apply to it. We are not responsible for their service, prices or availability.',
      ],
    },
    {
      title: 'Price and payment',
      paragraphs: [
        'The license is a one-time purchase. It is no subscription: you pay once, nothing renews, and nothing needs to be cancelled. Payment is handled by our card payment provider; we never see your card number.',
        'Instead of the license, the billing page of your account also offers a monthly plan. If you choose it, it renews each month until you cancel it there, and stays active until the end of the month you have paid for.',
        'Prices are in US dollars. Taxes may be added where the law requires it.',
      ],
    },
    {
      title: '30-day money-back guarantee',
      paragraphs: [
        'If you are not happy with your purchase, write to us within 30 days and we refund you, no questions asked. Refunds are processed in 5-10 business days, to the payment method you used. The license ends with the refund.',
        'This does not affect your statutory rights as a consumer.',
      ],
    },
    {
      title: 'Fair use',
      paragraphs: [
        '“Unlimited usage” means as much as one person can say. There is no fixed number of minutes. It does not cover:',
      ],
      list: [
        'one license used by several people, or by a service on behalf of others;',
        'feeding recordings or synthetic speech through the app around the clock;',
        'attempts to overload or probe the app, the site or the server behind them, or to get around their limits.',
      ],
    },
    {
      title: 'Your account',
      paragraphs: [
        'Keep your password to yourself, and tell us if you believe someone else is using your account. You can sign out any browser or device, export your data and delete the account at any time in your account settings.',
        'We may close an account that breaches these terms.',
      ],
    },
    {
      title: 'What you may not do',
      paragraphs: [`You may not use ${PRODUCT_NAME}`],
      list: [
        'to break the law, or the rights of others, such as by recording people who have not agreed to it;',
        'to copy or sell the app itself, or to take it apart beyond what the law allows;',
        'where a mistake in the text could injure someone: read what was typed before you rely on it.',
      ],
    },
    {
      title: 'What is yours',
      paragraphs: [
        `What you say and the resulting text are yours. We claim no rights to them and never receive them. The app, the site and the name ${PRODUCT_NAME} are ours.`,
      ],
    },
    {
      title: 'No warranty',
      paragraphs: [
        `${PRODUCT_NAME} is provided “as is” and “as available”. Speech recognition makes mistakes, and we cannot promise that the text is correct, that the app works with every other app, or that it is never interrupted. As far as the law allows, we give no warranty beyond these terms.`,
      ],
    },
    {
      title: 'Limit of liability',
      paragraphs: [
        'As far as the law allows, we are not liable for indirect or consequential loss, or for lost data, profit or business. In all, our liability is limited to the greater of $100 or what you paid us in the last 12 months before the claim.',
        'Nothing in these terms limits liability that cannot be limited by law.',
      ],
    },
    {
      title: 'Changes and termination',
      paragraphs: [
        'We may change these terms; the date above says when we last did. What you have bought remains yours under the terms you bought it on.',
        'You may stop using the app at any time.',
      ],
    },
    {
      title: 'Law',
      paragraphs: [
        'These terms are governed by the law of the State of Wyoming, USA, without its rules on the conflict of laws. If you are a consumer, the mandatory rules of the country you live in still protect you. If a part of these terms is invalid, the rest still applies.',
      ],
    },
  ],
};
