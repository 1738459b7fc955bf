import { Link } from 'react-router';
import { FAQ } from '../content/faq.ts';
import { TEXT_LINK } from '../design/text-link.ts';
import { LandingSection } from './landing-section.tsx';

/** Structured data for search engines (schema.org). */
const QUESTIONS_DATA = JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: FAQ.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}).replaceAll('<', '\\u003c');

export function FaqSection() {
  return (
    <LandingSection
      id="faq"
      name="FAQ"
      title="Questions, answered."
      lead={
        <p>
          Something else?{' '}
          <Link to="/contact" className={TEXT_LINK}>
            Write to us
          </Link>
          .
        </p>
      }
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: static texts of our own, escaped */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: QUESTIONS_DATA }} />
      <div className="border-line border-t">
        {FAQ.map(({ question, answer }, place) => (
          <details key={question} open={place === 0} className="group border-line border-b">
            <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-6 py-4 font-bold font-display text-title [&::-webkit-details-marker]:hidden">
              {question}
              <span className="key-body grid size-9 shrink-0 place-items-center rounded-field text-muted transition-none group-open:text-ink">
                <svg
                  aria-hidden="true"
                  viewBox="0 0 16 16"
                  className="size-4 stroke-2 stroke-current"
                  strokeLinecap="round"
                >
                  <path d="M3 8h10" />
                  <path d="M8 3v10" className="group-open:hidden" />
                </svg>
              </span>
            </summary>
            <p className="max-w-[40rem] pb-7 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </LandingSection>
  );
}
