import { PRODUCT_NAME } from '@workspace/contract/brand';
import { publicPageMeta } from '../content/page-meta.ts';
import { siteConfig } from '../site-config.ts';

const HINTS = [
  {
    title: 'Signing in, or a lost password',
    text: 'Write from the address you registered with, and we send you a link to set a new password.',
  },
  {
    title: 'A purchase or a refund',
    text: 'Write from the address you bought with. That’s all we need to find your order.',
  },
  {
    title: 'Trouble with the app',
    text: 'Tell us the versions of the app and of macOS, which program you were dictating into, and what Self-check in Settings says. Please don’t send recordings or API keys.',
  },
] as const;

export function meta() {
  return publicPageMeta({
    title: 'Contact',
    description: `How to reach the people who make ${PRODUCT_NAME}.`,
    path: '/contact',
  });
}

export default function ContactPage() {
  const { supportEmail } = siteConfig;
  return (
    <div className="column py-14 sm:py-24">
      <h1 className="font-extrabold text-heading">Contact</h1>
      <p className="mt-6 max-w-[38rem] text-lead text-muted">
        For all issues, including authentication and password resets, please email us:
      </p>
      <p className="mt-8">
        <a
          href={`mailto:${supportEmail}`}
          className="break-words font-bold font-display text-[clamp(1.4rem,0.9rem+2.4vw,2.6rem)] underline decoration-4 decoration-signal underline-offset-8 hover:decoration-ink"
        >
          {supportEmail.split('@')[0]}
          <wbr />@{supportEmail.split('@')[1]}
        </a>
      </p>
      <ul className="mt-20 grid gap-x-12 gap-y-10 lg:grid-cols-3">
        {HINTS.map(({ title, text }) => (
          <li key={title} className="border-ink border-t-2 pt-5">
            <h2 className="text-title">{title}</h2>
            <p className="mt-2 text-balance text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
