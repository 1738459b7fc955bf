import { useEffect, useRef } from 'react';

/** The note for the visitor's own words. Scrolls to the end of a long text. */
export function OwnNote({ text }: { text: string }) {
  const note = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever the text changes
  useEffect(() => {
    note.current?.scrollTo({ top: note.current.scrollHeight });
  }, [text]);
  return (
    <div className="flex flex-1 flex-col rounded-card bg-raised shadow-lifted">
      <p className="border-line border-b px-6 py-3.5 text-muted text-note sm:px-8">Your note</p>
      <section
        ref={note}
        aria-label="Your note"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
        className="overflow-y-auto px-6 pt-5 pb-16 sm:px-8 sm:pt-7"
        // As high as the script’s field, no matter how long the text is.
        style={{ flex: '1 1 14rem', minHeight: 0 }}
      >
        <p className="break-words text-lead sm:text-title sm:leading-9">
          {text === '' ? <span className="text-muted">Hold the key and say something.</span> : text}
          <span aria-hidden="true" className="caret" />
        </p>
      </section>
    </div>
  );
}
