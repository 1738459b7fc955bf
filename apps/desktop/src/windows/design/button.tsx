import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

const TONES = {
  plain: 'border border-edge bg-key text-ink hover:not-disabled:bg-hover',
  primary: 'border border-transparent bg-solid text-on-solid hover:not-disabled:bg-solid-hover',
  danger: 'border border-danger bg-key text-danger hover:not-disabled:bg-danger-soft',
} as const;

interface ButtonProps extends ComponentProps<'button'> {
  tone?: keyof typeof TONES;
  icon?: LucideIcon;
}

/** A push button with text. */
export function Button({ tone = 'plain', icon: Icon, className = '', children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      className={`inline-flex min-h-7 shrink-0 items-center justify-center gap-1.5 rounded-md px-3 py-1 font-medium disabled:cursor-default disabled:opacity-50 ${TONES[tone]} ${className}`}
      {...props}
    >
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon;
  /** The accessible name and the tooltip. */
  label: string;
}

/** A small push button with only an icon. */
export function IconButton({ icon: Icon, label, className = '', ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-flex size-6 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink ${className}`}
      {...props}
    >
      <Icon aria-hidden className="size-3.5" />
    </button>
  );
}
