/** Formats seconds as on a clock: `0:07`, `12:34`, `1:02:03`. */
export function formatElapsed(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const rest = padded(whole % 60);
  return hours > 0 ? `${hours}:${padded(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function padded(number: number): string {
  return String(number).padStart(2, '0');
}

/** The recorded time. */
export function ElapsedTime({ seconds }: { seconds: number }) {
  return <time dateTime={`PT${Math.floor(seconds)}S`}>{formatElapsed(seconds)}</time>;
}
