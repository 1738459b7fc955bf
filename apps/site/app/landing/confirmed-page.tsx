import { PRODUCT_NAME } from '@workspace/contract/brand';
import { useId } from 'react';
import { publicPageMeta } from '../content/page-meta.ts';
import { ButtonLink, buttonClass } from '../design/button.tsx';
import { siteConfig } from '../site-config.ts';

const AUDIENCE = [
  'Writers and bloggers who talk their way to a first draft',
  'People who work with AI assistants and AI coding tools',
  'Developers with long prompts and long commit messages',
  'Anyone on a Mac who types a lot',
] as const;

const NEXT_STEPS = [
  { title: 'Get the app', text: 'The free trial is on the home page. It needs no card and no account.' },
  {
    title: 'Choose how you are understood',
    text: 'Your Mac understands English on its own. For more, add an API key from a speech-to-text provider.',
  },
  {
    title: 'Hold, speak, let go',
    text: 'Hold the keys, say a sentence, and it appears wherever you type.',
  },
] as const;

export function meta() {
  return publicPageMeta({
    title: "You're In!",
    description: `Your place with ${PRODUCT_NAME} is confirmed: who it’s for, and what’s next.`,
    path: '/confirmed',
  });
}

/** Shown once an address has been confirmed; the sign-in page links here after a verification. */
export default function ConfirmedPage() {
  return (
    <div className="column py-14 sm:py-24">
      <h1 className="font-extrabold text-display">You're In!</h1>
      <p className="mt-6 max-w-[38rem] text-lead text-muted">
        Your address is confirmed, and so is your place with {PRODUCT_NAME}: push-to-talk dictation for the Mac’s menu
        bar.
      </p>
      <div className="mt-16 grid gap-x-16 gap-y-14 lg:grid-cols-2">
        <section>
          <h2 className="font-extrabold text-heading">Who it’s for</h2>
          <ul className="mt-5">
            {AUDIENCE.map((audience) => (
              <li key={audience} className="border-line border-b py-4 last:border-b-0">
                {audience}
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2 className="font-extrabold text-heading">What’s next</h2>
          <ol className="mt-5">
            {NEXT_STEPS.map(({ title, text }, place) => (
              <li key={title} className="flex gap-5 border-line border-b py-4 last:border-b-0">
                <span
                  aria-hidden="true"
                  className="key-body mt-1 grid size-10 shrink-0 place-items-center rounded-field font-semibold"
                >
                  {place + 1}
                </span>
                <span>
                  <span className="block font-semibold">{title}</span>
                  <span className="block text-muted">{text}</span>
                </span>
              </li>
            ))}
          </ol>
        </section>
      </div>
      <Share />
    </div>
  );
}

function Share() {
  const id = useId();
  const address = `${siteConfig.siteUrl}/`;
  const message = encodeURIComponent(`${PRODUCT_NAME}: push-to-talk dictation for the Mac. ${address}`);
  return (
    <section className="mt-16 rounded-card bg-sunken p-6 sm:p-10">
      <h2 className="font-extrabold text-heading">Tell someone who types too much</h2>
      <label htmlFor={id} className="mt-6 block font-semibold text-note">
        Address to share
      </label>
      <input
        id={id}
        readOnly
        value={address}
        onClick={({ currentTarget }) => currentTarget.select()}
        className="mt-1.5 min-h-12 w-full max-w-[34rem] rounded-field border border-edge bg-raised px-4 font-mono"
      />
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={`mailto:?subject=${PRODUCT_NAME}&body=${message}`} className={buttonClass()}>
          Share by email
        </a>
        <ButtonLink to="/announcement" look="quiet">
          Read the announcement
        </ButtonLink>
      </div>
    </section>
  );
}
