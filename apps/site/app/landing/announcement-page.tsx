import { PRODUCT_NAME } from '@workspace/contract/brand';
import { displayPrice } from '../content/display-price.ts';
import { TRIAL_ALLOWANCE } from '../content/free-trial.ts';
import { publicPageMeta } from '../content/page-meta.ts';
import { ButtonLink } from '../design/button.tsx';
import { siteConfig } from '../site-config.ts';

const TITLE = `Meet ${PRODUCT_NAME}: hold a key, and talk`;
const LEAD = `${PRODUCT_NAME} is push-to-talk dictation for the Mac’s menu bar. Hold a key, say what you mean, let go, and your words appear wherever you type.`;

const NEWS = [
  {
    title: 'Works in every app',
    text: 'Mail, chat, browser, editor, terminal, or the prompt of your AI assistant: if it takes text, you can talk to it. Your clipboard stays untouched.',
  },
  {
    title: 'Your Mac, or your own API key',
    text: 'English is understood on your Mac itself, with no key and no network. For other languages, bring an API key from a speech provider; your voice goes straight there, and nobody sits in between.',
  },
  {
    title: 'Nothing is kept',
    text: 'No recordings, no transcripts, no history: not on our servers, which they never reach, and not on your disk.',
  },
  {
    title: 'Pay once',
    text: `The free trial has every feature, for ${TRIAL_ALLOWANCE}. A license lifts the limit for ${displayPrice(siteConfig.standardUnitAmount)}, one time, with a 30-day money-back guarantee.`,
  },
] as const;

export function meta() {
  return publicPageMeta({ title: 'Announcement', description: LEAD, path: '/announcement' });
}

/** The announcement for people on the waiting list. */
export default function AnnouncementPage() {
  return (
    <article className="column py-14 sm:py-24">
      <p className="mb-4 font-semibold text-muted">Announcement</p>
      <h1 className="max-w-[44rem] font-extrabold text-heading">{TITLE}</h1>
      <p className="mt-6 max-w-[40rem] text-lead text-muted">{LEAD}</p>
      <div className="mt-14 grid gap-x-16 gap-y-10 sm:grid-cols-2">
        {NEWS.map(({ title, text }) => (
          <section key={title} className="border-ink border-t-2 pt-5">
            <h2 className="text-title">{title}</h2>
            <p className="mt-2 max-w-[34rem] text-muted">{text}</p>
          </section>
        ))}
      </div>
      <ButtonLink to="/#download" className="mt-14">
        Download Free Trial
      </ButtonLink>
    </article>
  );
}
