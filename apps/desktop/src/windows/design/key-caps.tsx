interface KeyCapsProps {
  /** A chord as displayed, such as `Ctrl+Shift+Space` or `⇧⌘Space`. */
  label: string;
  size?: 'small' | 'large';
}

const SMALL = 'min-w-6 rounded-[5px] border border-b-2 border-edge bg-key px-1.5 py-0.5 text-note';
const LARGE = 'key-body min-w-12 rounded-lg px-3.5 py-2 text-title';

/** A chord drawn as key caps. When large, the last key, the one to hold, has the signal color. */
export function KeyCaps({ label, size = 'small' }: KeyCapsProps) {
  const keys = label.match(/(?:Left|Right) [⌃⌥⇧⌘]|[⌃⌥⇧⌘]|[^⌃⌥⇧⌘+]+/gu) ?? [];
  return (
    <kbd className="inline-flex flex-wrap items-center gap-1 font-sans">
      <span className="sr-only">{label}</span>
      {keys.map((key, place) => (
        <span
          key={key}
          aria-hidden
          className={`text-center font-medium whitespace-nowrap ${size === 'small' ? SMALL : `${LARGE} ${place === keys.length - 1 ? 'key-signal' : ''}`}`}
        >
          {key}
        </span>
      ))}
    </kbd>
  );
}
