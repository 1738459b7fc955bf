interface KeyCapsProps {
  /** A chord as it is read, such as `Ctrl+Shift+Space` or `⇧⌘Space`. */
  label: string;
  size?: 'small' | 'large';
}

const SIZES = {
  small: 'min-w-6 rounded-[5px] px-1.5 py-0.5 text-note',
  large: 'min-w-12 rounded-lg px-3.5 py-2 text-title',
} as const;

/** A chord drawn as the keys to press. */
export function KeyCaps({ label, size = 'small' }: KeyCapsProps) {
  const keys = label.match(/[⌃⌥⇧⌘]|[^⌃⌥⇧⌘+]+/gu) ?? [];
  return (
    <kbd className="inline-flex flex-wrap items-center gap-1 font-sans">
      <span className="sr-only">{label}</span>
      {keys.map((key) => (
        <span
          key={key}
          aria-hidden
          className={`border border-b-2 border-edge bg-key text-center font-medium whitespace-nowrap ${SIZES[size]}`}
        >
          {key}
        </span>
      ))}
    </kbd>
  );
}
