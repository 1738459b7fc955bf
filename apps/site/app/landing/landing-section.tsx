import type { ReactNode } from 'react';

interface LandingSectionProps {
  id: string;
  /** The section's name, as in the header; shown above the title. */
  name: string;
  title: string;
  /** Shown below the title. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A section of the landing page: the heading sticks on the left while the content scrolls on the right. */
export function LandingSection({ id, name, title, lead, children }: LandingSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-line border-t py-16 outline-none sm:py-28">
      <div className="column grid gap-x-16 gap-y-10 lg:grid-cols-[5fr_7fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <p className="mb-4 font-semibold text-muted">{name}</p>
          <h2 id={`${id}-title`} className="font-extrabold text-heading">
            {title}
          </h2>
          {lead !== undefined && <div className="mt-5 max-w-[32rem] text-lead text-muted">{lead}</div>}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}
