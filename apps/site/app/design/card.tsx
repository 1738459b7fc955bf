import type { ReactNode } from 'react';

interface CardProps {
  title: ReactNode;
  /** Stands at the end of the title's line. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page with a heading of its own. */
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
