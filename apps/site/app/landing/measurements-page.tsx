import { PRODUCT_NAME } from '@workspace/contract/brand';
import { MEASUREMENTS } from '../content/measurements.ts';
import { publicPageMeta } from '../content/page-meta.ts';

export function meta() {
  return publicPageMeta({
    title: 'How we measured',
    description: `What was measured of ${PRODUCT_NAME}, how, and how to measure it again.`,
    path: '/measurements',
  });
}

/** Explains how the landing page's figures were measured. */
export default function MeasurementsPage() {
  return (
    <div className="column py-14 sm:py-24">
      <h1 className="font-extrabold text-heading">How we measured</h1>
      <p className="mt-6 max-w-[40rem] text-lead text-muted">
        Each figure comes from a test or a benchmark in {PRODUCT_NAME}’s source, and anyone with the source can run it
        again. All of them were measured on Linux, where our tests run; none on a Mac yet.
      </p>
      <div className="mt-16 grid gap-16">
        {MEASUREMENTS.map(({ id, figure, claim, how, command }) => (
          <section
            key={id}
            id={id}
            aria-labelledby={`${id}-title`}
            className="grid gap-x-16 gap-y-6 border-ink border-t-2 pt-6 outline-none lg:grid-cols-[2fr_3fr]"
          >
            <h2 id={`${id}-title`}>
              <span className="block font-extrabold text-display tabular-nums">{figure}</span>{' '}
              <span className="mt-3 block max-w-[32rem] font-normal font-sans text-body text-muted tracking-normal">
                {claim}
              </span>
            </h2>
            <div className="min-w-0 max-w-[42rem]">
              {how.map((paragraph) => (
                <p key={paragraph} className="mb-4">
                  {paragraph}
                </p>
              ))}
              <p className="text-muted text-note">To measure it again, in a copy of the source:</p>
              <code className="mt-1.5 block break-words rounded-field bg-sunken px-4 py-3 font-mono text-note">
                {command}
              </code>
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
