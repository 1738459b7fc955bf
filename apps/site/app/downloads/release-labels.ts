import { PRODUCT_NAME } from '@workspace/contract/brand';

const KILOBYTE = 1_000;
const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;
const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats `2025-02-28` as 'February 28, 2025'. */
export function dateLabel(date: string): string {
  return dateFormat.format(new Date(date));
}

/** Formats a size in decimal units, like the Finder: '395 kB' or '98.4 MB'. */
export function sizeLabel(bytes: number): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = UNITS[power - 1] ?? 'kilobyte';
  const maximumFractionDigits = unit === 'kilobyte' ? 0 : 1;
  return new Intl.NumberFormat('en-US', { style: 'unit', unit, maximumFractionDigits }).format(
    bytes / KILOBYTE ** power,
  );
}

/** Returns the file name of a version's disk image. */
export function imageName(version: string): string {
  return `${PRODUCT_NAME}-${version}.dmg`;
}
