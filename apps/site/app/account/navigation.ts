import { CreditCard, Download, Gauge, type LucideIcon, SlidersHorizontal } from 'lucide-react';

interface Destination {
  label: string;
  to: string;
  /** Alternative path of the same page. */
  alias?: string;
  icon: LucideIcon;
}

/** The pages of the signed-in area. */
export const DESTINATIONS: readonly Destination[] = [
  { label: 'Overview', to: '/app', icon: Gauge },
  { label: 'Settings', to: '/app/settings', icon: SlidersHorizontal },
  { label: 'Downloads', to: '/app/download', icon: Download },
  { label: 'Billing', to: '/app/billing', alias: '/billing', icon: CreditCard },
];

/** Whether a path, with or without trailing slashes, is that of a destination. */
export function isAt({ to, alias }: Pick<Destination, 'to' | 'alias'>, pathname: string): boolean {
  const path = pathname.replace(/\/+$/, '');
  return path === to || path === alias;
}
