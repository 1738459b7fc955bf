import type { LucideIcon } from 'lucide-react';

interface NavigationKeyProps {
  icon: LucideIcon;
  isPressed?: boolean;
}

/** A keycap with an icon; when pressed, it sinks and lights up. Must be inside a `group`. */
export function NavigationKey({ icon: Icon, isPressed = false }: NavigationKeyProps) {
  return (
    <span
      data-pressed={isPressed || undefined}
      className="inline-flex h-8 w-10 shrink-0 md:h-9 items-center justify-center rounded-field bg-raised pb-0.5 shadow-[inset_0_0_0_1px_var(--color-line),inset_0_-3px_0_var(--color-line)] transition-[background-color,box-shadow,padding] duration-150 group-hover:shadow-[inset_0_0_0_1px_var(--color-edge),inset_0_-3px_0_var(--color-line)] data-pressed:bg-signal-soft data-pressed:pb-0 data-pressed:text-signal-text data-pressed:shadow-[inset_0_0_0_1px_var(--color-signal)]"
    >
      <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.9} />
    </span>
  );
}
