interface TryFieldProps {
  placeholder: string;
  /** Whether it takes the focus when it appears. */
  takesFocus?: boolean;
}

function focus(field: HTMLTextAreaElement | null): void {
  field?.focus();
}

/** A field to dictate into: shortcuts that work elsewhere work here too. Its text is never stored. */
export function TryField({ placeholder, takesFocus = false }: TryFieldProps) {
  return (
    <label className="block">
      <span className="mb-1 block px-1 font-semibold">Try it here</span>
      <textarea
        rows={4}
        ref={takesFocus ? focus : null}
        dir="auto"
        placeholder={placeholder}
        className="block w-full resize-none rounded-lg border border-edge bg-field px-3 py-2 focus-visible:outline-offset-0"
      />
    </label>
  );
}
