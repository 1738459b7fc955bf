import { type ReactNode, useId } from 'react';

interface GroupProps {
  title?: string;
  /** A note on the whole group, below it. */
  note?: ReactNode;
  children: ReactNode;
}

/** Related rows on one card. */
export function Group({ title, note, children }: GroupProps) {
  const titleId = useId();
  return (
    <section className="mb-6" {...(title !== undefined && { 'aria-labelledby': titleId })}>
      {title !== undefined && (
        <h2 id={titleId} className="mb-1.5 px-1 font-semibold">
          {title}
        </h2>
      )}
      <div className="divide-y divide-line rounded-lg bg-raised shadow-card forced-colors:border">{children}</div>
      {note !== undefined && <div className="mt-1.5 px-1 text-note text-muted">{note}</div>}
    </section>
  );
}

/** A full-width part of a group. */
export function Block({ children }: { children: ReactNode }) {
  return <div className="px-3.5 py-3">{children}</div>;
}

interface RowProps {
  label: ReactNode;
  /** What the setting does, or its state. */
  detail?: ReactNode;
  /** The control. It wraps below the label if both don't fit. */
  children?: ReactNode;
}

/** A setting or a fact, with its control at the end of the line. */
export function Row({ label, detail, children }: RowProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3.5 py-2">
      <div className="min-w-0 flex-[1_1_8rem]">
        <div>{label}</div>
        {detail !== undefined && <div className="text-note text-muted">{detail}</div>}
      </div>
      {children !== undefined && <div className="flex min-w-0 max-w-full flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
