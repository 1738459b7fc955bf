import type { ReactNode } from 'react';

interface CardProps {
  title: ReactNode;
  /** Shown at the end of the title row. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A section of a page, with its own heading. */
export function Card({ title, action, className = '', children }: CardProps) {
  return (
    <section className={`rounded-card bg-raised p-5 shadow-card sm:p-7 ${className}`}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-title">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
