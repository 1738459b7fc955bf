import { Search } from 'lucide-react';
import { useState } from 'react';

/** Lists up to this length can be taken in at a glance. */
const LONG = 12;

/** Filters a long list to the items that contain the typed text. */
export function useSearch<T>(items: readonly T[], textOf: (item: T) => string) {
  const [typed, setTyped] = useState('');
  const isLong = items.length > LONG;
  const wanted = isLong ? typed.trim().toLocaleLowerCase() : '';
  const found = wanted === '' ? items : items.filter((item) => textOf(item).toLocaleLowerCase().includes(wanted));
  return { isLong, found, field: { value: typed, onChange: setTyped, found: found.length, total: items.length } };
}

interface SearchFieldProps {
  label: string;
  value: string;
  onChange(text: string): void;
  found: number;
  total: number;
}

/** The search text, and the number of matches. */
export function SearchField({ label, value, onChange, found, total }: SearchFieldProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="relative min-w-0 flex-[1_1_10rem]">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2 size-3.5 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="block w-full rounded-md border border-edge bg-field py-1 pr-2 pl-7 focus-visible:outline-offset-0"
        />
      </div>
      <div role="status" className="text-note text-muted">
        {found === total ? total : `${found} of ${total}`}
      </div>
    </div>
  );
}
