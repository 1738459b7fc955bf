import { Meter } from '@base-ui/react/meter';

interface BarMeterProps {
  label: string;
  /** From `min` to `max`; values outside are clamped. */
  value: number;
  min: number;
  max: number;
  /** The value in words. */
  valueText: string;
  tone: keyof typeof TONES;
}

const TONES = { signal: 'bg-signal', ink: 'bg-ink', edge: 'bg-edge' } as const;

/** A quantity as a bar. */
export function BarMeter({ label, value, min, max, valueText, tone }: BarMeterProps) {
  return (
    <Meter.Root
      aria-label={label}
      min={min}
      max={max}
      value={Math.min(Math.max(value, min), max)}
      getAriaValueText={() => valueText}
      className="w-full"
    >
      <Meter.Track className="h-2 overflow-hidden rounded-full bg-sunken shadow-card forced-colors:border">
        <Meter.Indicator
          className={`rounded-full motion-safe:transition-[width] duration-75 forced-colors:bg-[Highlight] ${TONES[tone]}`}
        />
      </Meter.Track>
    </Meter.Root>
  );
}
