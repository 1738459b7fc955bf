import { Link } from 'react-router';
import { LEGAL_UPDATED, type LegalDocument } from '../content/legal-document.ts';
import { TEXT_LINK } from '../design/text-link.ts';

/** A legal text with a table of contents. */
export function LegalPage({ legal: { title, gist, sections } }: { legal: LegalDocument }) {
  return (
    <article className="column py-14 sm:py-24">
      <header className="max-w-[46rem]">
        <h1 className="font-extrabold text-heading">{title}</h1>
        <p className="mt-4 text-muted">
          Last updated <time dateTime={LEGAL_UPDATED}>{LEGAL_UPDATED}</time>
        </p>
        <p className="mt-8 border-ink border-l-4 pl-5 text-lead">{gist}</p>
      </header>
      <div className="mt-14 grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_2.4fr]">
        <nav aria-label="Contents" className="lg:sticky lg:top-24 lg:self-start">
          <ol className="columns-1 sm:columns-2 lg:columns-1">
            {sections.map((section) => (
              <li key={section.title}>
                <a
                  href={`#${anchorOf(section.title)}`}
                  className="inline-block py-1 text-muted hover:text-ink hover:underline"
                >
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-[42rem]">
          {sections.map((section) => (
            <section key={section.title} className="mb-11">
              <h2 id={anchorOf(section.title)} className="text-title">
                {section.title}
              </h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-3">
                  {paragraph}
                </p>
              ))}
              {section.list && (
                <ul className="mt-3 list-disc space-y-1.5 pl-5 marker:text-muted">
                  {section.list.map((entry) => (
                    <li key={entry}>{entry}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
          <section>
            <h2 className="text-title">Questions</h2>
            <p className="mt-3">
              Ask us. The{' '}
              <Link to="/contact" className={TEXT_LINK}>
                contact page
              </Link>{' '}
              has our address.
            </p>
          </section>
        </div>
      </div>
    </article>
  );
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
