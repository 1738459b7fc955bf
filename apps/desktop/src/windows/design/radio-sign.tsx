import { Radio } from '@base-ui/react/radio';

/** A radio button's circle, filled when selected. */
export function RadioSign() {
  return (
    <span className="flex size-4.5 shrink-0 items-center justify-center rounded-full border border-edge bg-field in-data-checked:border-transparent in-data-checked:bg-solid forced-colors:in-data-checked:bg-[Highlight]">
      <Radio.Indicator className="size-2 rounded-full bg-on-solid" />
    </span>
  );
}
