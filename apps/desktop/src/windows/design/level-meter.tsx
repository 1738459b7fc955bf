import { Meter } from '@base-ui/react/meter';

/** What a meter shows as empty. Rooms and microphones are seldom quieter. */
const FLOOR_DB = -60;
/** From here on a voice is well heard. */
const SPEECH_DB = -40;

interface LevelMeterProps {
  label: string;
  /** dB below full scale. */
  level: number;
}

/** How loud it is, from the quiet of a room to the loudest that a microphone can tell. */
export function LevelMeter({ label, level }: LevelMeterProps) {
  const shown = Math.min(Math.max(level, FLOOR_DB), 0);
  return (
    <Meter.Root
      aria-label={label}
      min={FLOOR_DB}
      max={0}
      value={shown}
      getAriaValueText={() => (level < SPEECH_DB ? 'quiet' : 'speech is heard')}
      className="w-full"
    >
      <Meter.Track className="h-2 overflow-hidden rounded-full bg-line forced-colors:border">
        <Meter.Indicator
          className={`rounded-full motion-safe:transition-[width] duration-75 forced-colors:bg-[Highlight] ${level < SPEECH_DB ? 'bg-edge' : 'bg-good'}`}
        />
      </Meter.Track>
    </Meter.Root>
  );
}
