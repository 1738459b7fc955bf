import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { LegalDocument } from './legal-document.ts';

export const TERMS: LegalDocument = {
  title: 'Terms of Service',
  gist: 'You pay once. You have 30 days to change your mind. Use it fairly; with a provider, use a speech-to-text key of your own.',
  sections: [
    {
      title: 'What these terms are',
      paragraphs: [
        `These terms are the agreement between you and us, the makers of ${PRODUCT_NAME}, about the ${PRODUCT_NAME} app for macOS, this web site and the account that goes with them. By downloading the app, registering or buying a license you accept them. If you do not, please do not use ${PRODUCT_NAME}.`,
        'You must be old enough to enter into a contract where you live.',
      ],
    },
    {
      title: 'What you get',
      paragraphs: [
        `${PRODUCT_NAME} is a push-to-talk dictation app for the menu bar of macOS 12.0 or later. It turns what you say into text, on your Mac or through a speech-to-text provider that you choose, and inserts the text into the field that you are in.`,
        'A free trial lets you try all of it before you pay. It is limited in how much you can dictate in any 7 days; the app says what is left.',
        'A license lifts that limit for your account, on each Mac that you link to it. It is for one person, and may not be shared with others.',
      ],
    },
    {
      title: 'Your speech-to-text provider',
      paragraphs: [
        'English can be understood on your Mac, which needs neither a connection nor a provider. To use a speech-to-text provider, you need an internet connection and an API key of your own from that provider. Your agreement with that provider is between you and them: they bill you for the audio that you send, and their terms and privacy policy apply to it. We are not responsible for their service, prices or availability.',
      ],
    },
    {
      title: 'Price and payment',
      paragraphs: [
        'The license is a one-time purchase. It is no subscription: you pay once, nothing renews, and nothing needs to be cancelled. Payment is handled by our card payment provider; we never see your card number.',
        'Instead of the license, the billing page of your account also offers a plan that is paid by the month. If you choose it, it renews each month until you cancel it there, and stays active to the end of the month that is paid.',
        'Prices are in US dollars. Taxes may be added where the law asks for it.',
      ],
    },
    {
      title: '30-day money-back guarantee',
      paragraphs: [
        'If you are not happy with your purchase, write to us within 30 days of it and we return what you paid, no questions asked. Refunds are processed in 5-10 business days, to the means of payment that you used. With the refund the license ends.',
        'Rights that the law gives you as a consumer stay untouched by this.',
      ],
    },
    {
      title: 'Fair use',
      paragraphs: [
        '“Unlimited usage” means as much as one person can say. We set no number of minutes. It does not cover:',
      ],
      list: [
        'one license used by several people, or by a service on behalf of others;',
        'feeding recordings or machine-made sound through the app around the clock;',
        'attempts to overload, probe or get around the limits of the app, the site or the server behind them.',
      ],
    },
    {
      title: 'Your account',
      paragraphs: [
        'Keep your password to yourself, and tell us if you believe that somebody else uses your account. You can sign out each browser and device, export what we hold and delete the account at any time, in the settings of your account.',
        'We may close an account that is used in breach of these terms.',
      ],
    },
    {
      title: 'What you may not do',
      paragraphs: [`You may not use ${PRODUCT_NAME}`],
      list: [
        'to break the law, or the rights of others, such as by recording people who have not agreed to it;',
        'to copy or sell the app itself, or to take it apart beyond what the law allows;',
        'where a mistake in the text could injure somebody: read what was typed before you rely on it.',
      ],
    },
    {
      title: 'What is yours',
      paragraphs: [
        `What you say and the text that comes of it are yours. We claim no right to them, and never receive them. The app, the site and the name ${PRODUCT_NAME} are ours.`,
      ],
    },
    {
      title: 'No warranty',
      paragraphs: [
        `${PRODUCT_NAME} is provided “as is” and “as available”. Speech recognition makes mistakes, and we cannot promise that the text is right, that the app works with every other app, or that it is never interrupted. As far as the law allows, we give no warranty beyond these terms.`,
      ],
    },
    {
      title: 'Limit of liability',
      paragraphs: [
        'As far as the law allows, we are not liable for indirect or consequential loss, or for lost data, profit or business. In all, our liability is limited to the greater of $100 or what you paid us in the last 12 months before the claim.',
        'Nothing in these terms limits liability that the law does not allow to limit.',
      ],
    },
    {
      title: 'Changes and end',
      paragraphs: [
        'We may change these terms. The date above tells when that last happened. What you have bought stays yours on the terms on which you bought it.',
        'You may stop using the app at any time.',
      ],
    },
    {
      title: 'Law',
      paragraphs: [
        'These terms are governed by the law of the State of Wyoming, USA, without its rules on the conflict of laws. Where you are a consumer, the mandatory rules of the country that you live in still protect you. If a part of these terms does not hold, the rest does.',
      ],
    },
  ],
};
