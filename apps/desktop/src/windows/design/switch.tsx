import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';
import { Row } from './group.tsx';

interface SwitchRowProps {
  label: string;
  detail?: ReactNode;
  checked: boolean;
  /** The detail says why. */
  disabled?: boolean;
  onChange(checked: boolean): void;
}

/** A row with a switch. */
export function SwitchRow({ label, detail, checked, disabled = false, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <Row label={<label htmlFor={id}>{label}</label>} detail={detail}>
      <BaseSwitch.Root
        id={id}
        nativeButton
        render={<button type="button" />}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        className="flex h-5.5 w-9.5 shrink-0 items-center rounded-full border border-edge bg-hover p-0.5 disabled:opacity-50 motion-safe:transition-colors data-checked:border-transparent data-checked:bg-solid forced-colors:data-checked:bg-[Highlight]"
      >
        <BaseSwitch.Thumb className="size-4 rounded-full border border-edge bg-raised motion-safe:transition-[translate] data-checked:translate-x-4 data-checked:border-transparent data-checked:bg-on-solid forced-colors:bg-[ButtonText]" />
      </BaseSwitch.Root>
    </Row>
  );
}
