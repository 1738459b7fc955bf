/** Formats US dollars with enough digits for small amounts: `$0.0045`, `$0.27`, `$12.00`. */
function formatDollars(dollars: number): string {
  const format = { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 4 } as const;
  return new Intl.NumberFormat('en-US', format).format(dollars);
}

/** Formats a model's price per minute and per hour of audio; null: unknown. */
export function formatPrice(dollarsPerMinute: number | null): string {
  if (dollarsPerMinute === null) return 'The server’s owner sets the price';
  return `US${formatDollars(dollarsPerMinute)} per minute, US${formatDollars(dollarsPerMinute * 60)} per hour`;
}

/** Formats a model's price per minute of audio, where space is tight. */
export function formatMinutePrice(dollarsPerMinute: number): string {
  return `US${formatDollars(dollarsPerMinute)} per minute`;
}

/** Formats an estimate of what was spent, to the cent; `hasUnpriced`: with models of unknown price, which don't count. */
export function formatSpending(dollars: number, hasUnpriced: boolean): string {
  if (dollars > 0 && dollars < 0.01 && !hasUnpriced) return 'Less than US$0.01';
  return `${hasUnpriced ? 'At least' : 'About'} US$${dollars.toFixed(2)}`;
}

/** Formats a duration, to the second below an hour and to the minute above: `2 min 5 s`, `1 h 12 min`. */
export function formatSpan(seconds: number): string {
  const total = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(total / 3_600), Math.floor((total % 3_600) / 60), total % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}
