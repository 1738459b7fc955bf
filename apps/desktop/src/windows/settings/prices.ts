/** US dollars with as many digits as it takes to see small ones: `$0.0045`, `$0.27`, `$12.00`. */
function formatDollars(dollars: number): string {
  const format = { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 4 } as const;
  return new Intl.NumberFormat('en-US', format).format(dollars);
}

/** What a model costs, per minute and per hour of audio; null: its price is not known. */
export function formatPrice(dollarsPerMinute: number | null): string {
  if (dollarsPerMinute === null) return 'The server’s owner sets the price';
  return `US${formatDollars(dollarsPerMinute)} per minute, US${formatDollars(dollarsPerMinute * 60)} per hour`;
}

/** What a model costs per minute of audio, if there is little room. */
export function formatMinutePrice(dollarsPerMinute: number): string {
  return `US${formatDollars(dollarsPerMinute)} per minute`;
}

/** What was spent, rounded to cents once it comes to some. */
export function formatSpending(dollars: number): string {
  return dollars === 0 || dollars >= 0.01 ? `US$${dollars.toFixed(2)}` : 'less than US$0.01';
}

/** A time span in words, to the second below an hour and to the minute above: `2 min 5 s`, `1 h 12 min`. */
export function formatSpan(seconds: number): string {
  const total = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(total / 3_600), Math.floor((total % 3_600) / 60), total % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}
