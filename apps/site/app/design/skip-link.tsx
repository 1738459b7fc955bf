/** Lets keyboard users skip to the page's content (id `content`). Visible only while focused. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-full bg-solid font-semibold text-on-solid focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-30 focus:px-5 focus:py-3"
    >
      Skip to content
    </a>
  );
}
