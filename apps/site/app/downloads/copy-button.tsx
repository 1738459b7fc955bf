import { useEffect, useState } from 'react';
import { toast } from 'sonner';

const SHOWN_MS = 2_000;

/** Copies a text to the clipboard and shows a brief confirmation. */
export function CopyButton({ text, copies }: { text: string; copies: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error('Couldn’t copy it. Select the text and copy it yourself.');
    }
  }

  return (
    <button
      type="button"
      onClick={copy}
      className="min-h-11 min-w-20 shrink-0 cursor-pointer rounded-field px-3 font-semibold text-note hover:bg-raised"
    >
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      <span className="sr-only"> {copies}</span>
    </button>
  );
}
