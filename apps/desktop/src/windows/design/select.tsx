import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';

interface SelectItem {
  value: string;
  label: string;
  /** Shown behind the label in the list. */
  detail?: string;
}

interface SelectProps {
  label: string;
  value: string;
  items: readonly SelectItem[];
  onChange(value: string): void;
}

/** A pop-up button: one of a few values. */
export function Select({ label, value, items, onChange }: SelectProps) {
  return (
    <BaseSelect.Root items={items} value={value} onValueChange={(chosen) => chosen !== null && onChange(chosen)}>
      <BaseSelect.Trigger
        aria-label={label}
        className="flex min-h-7 max-w-72 min-w-0 items-center justify-between gap-2 rounded-md border border-edge bg-key py-1 pr-1.5 pl-2.5 text-left hover:bg-hover"
      >
        <BaseSelect.Value className="truncate" />
        <BaseSelect.Icon className="shrink-0 text-muted">
          <ChevronsUpDown aria-hidden className="size-3.5" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-10 outline-none">
          <BaseSelect.Popup className="max-h-(--available-height) max-w-(--available-width) min-w-(--anchor-width) overflow-y-auto rounded-lg bg-key p-1 shadow-popup outline-none forced-colors:border">
            {items.map((item) => (
              <BaseSelect.Item
                key={item.value}
                value={item.value}
                className="grid cursor-default grid-cols-[1rem_1fr] items-center gap-1.5 rounded-md px-1.5 py-1 outline-none select-none data-highlighted:marked"
              >
                <BaseSelect.ItemIndicator className="col-start-1">
                  <Check aria-hidden className="size-3.5" />
                </BaseSelect.ItemIndicator>
                <div className="col-start-2 min-w-0">
                  <BaseSelect.ItemText>{item.label}</BaseSelect.ItemText>
                  {item.detail !== undefined && <div className="text-note opacity-80">{item.detail}</div>}
                </div>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
