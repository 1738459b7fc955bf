import { Toolbar } from '@base-ui/react/toolbar';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../design/button.tsx';

interface RemovableItem {
  id: string;
  label: string;
  /** Shown behind the label. */
  detail?: string;
}

interface RemovableListProps {
  label: string;
  items: readonly RemovableItem[];
  onRemove(id: string): void;
}

/**
 * Words side by side, each with a button to remove it. A single tab stop: arrow keys move between words, and after a
 * removal the focus moves to the next.
 */
export function RemovableList({ label, items, onRemove }: RemovableListProps) {
  const list = useRef<HTMLDivElement>(null);
  const removed = useRef<{ id: string; index: number }>(undefined);

  useEffect(() => {
    const { id: removedId, index } = removed.current ?? {};
    if (index === undefined || items.some(({ id }) => id === removedId)) return;
    removed.current = undefined;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    buttons[Math.min(index, buttons.length - 1)]?.focus();
  }, [items]);

  if (items.length === 0) return null;
  return (
    <Toolbar.Root ref={list} aria-label={label} className="flex flex-wrap gap-1.5">
      {items.map(({ id, label: name, detail }, index) => (
        <span
          key={id}
          className="inline-flex max-w-full items-center gap-0.5 rounded-md bg-hover py-0.5 pr-0.5 pl-2 forced-colors:border"
        >
          <span dir="auto" className="min-w-0">
            {name}
            {detail !== undefined && <span className="text-muted"> {detail}</span>}
          </span>
          <Toolbar.Button
            render={<IconButton icon={X} label={`Remove ${name}`} />}
            onClick={() => {
              removed.current = { id, index };
              onRemove(id);
            }}
          />
        </span>
      ))}
    </Toolbar.Root>
  );
}
