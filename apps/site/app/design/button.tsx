import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';

export type ButtonLook = 'solid' | 'quiet' | 'danger';

const BASE =
  'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-full px-5 py-2 text-center font-semibold transition-[background-color,color,transform,box-shadow] duration-150 active:translate-y-px disabled:cursor-default disabled:opacity-60 disabled:active:translate-y-0';

const LOOKS: Record<ButtonLook, string> = {
  solid: 'bg-solid text-on-solid not-disabled:hover:bg-solid-hover',
  quiet: 'text-ink shadow-[inset_0_0_0_1.5px_var(--color-edge)] not-disabled:hover:bg-sunken',
  danger: 'text-danger shadow-[inset_0_0_0_1.5px_currentColor] not-disabled:hover:bg-danger-soft',
};

/** Returns the CSS classes of a button, also for other elements that look like one. */
export function buttonClass(look: ButtonLook = 'solid', className = ''): string {
  return `${BASE} ${LOOKS[look]} ${className}`;
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'> {
  look?: ButtonLook;
  /** Replaces the label while `isBusy`, when the button is disabled. */
  busyLabel?: string | undefined;
  isBusy?: boolean;
}

export function Button({ look, busyLabel, isBusy = false, disabled, className, children, ...rest }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // Disabling a button drops its focus: restore it afterwards, unless the focus has moved elsewhere.
  useLayoutEffect(() => {
    if (isBusy) hadFocus.current = document.activeElement === button.current;
    else if (hadFocus.current && document.activeElement === document.body) button.current?.focus();
  }, [isBusy]);
  return (
    <button
      type="button"
      {...rest}
      ref={button}
      className={buttonClass(look, className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? (busyLabel ?? children) : children}
    </button>
  );
}

interface ButtonLinkProps {
  to: string;
  look?: ButtonLook;
  className?: string;
  children: ReactNode;
}

/** A link within the site that looks like a button. */
export function ButtonLink({ to, look, className, children }: ButtonLinkProps) {
  return (
    <Link to={to} className={buttonClass(look, className)}>
      {children}
    </Link>
  );
}
