import { SHOWN_LEVELS } from './recent-levels.ts';

/** The level shown as empty: rooms and microphones are rarely quieter. */
const FLOOR_DB = -60;
/** The level shown as full: a voice close by. */
const FULL_DB = -12;

interface LevelMeterProps {
  /** dB below full scale, newest first. */
  levels: readonly number[];
}

/** The sound level: the newest in the middle, spreading to both sides. */
export function LevelMeter({ levels }: LevelMeterProps) {
  const newestFirst = Array.from({ length: SHOWN_LEVELS }, (_, index) => levels[index] ?? FLOOR_DB);
  const [newest = FLOOR_DB, ...older] = newestFirst;
  const bars = [...older.toReversed(), newest, ...older];
  return (
    <div className="meter">
      <meter className="sr-only" aria-label="Microphone level" min={FLOOR_DB} max={0} value={newest} />
      {bars.map((level, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
        <span key={place} className="bar" style={{ transform: `scaleY(${shareOf(level)})` }} />
      ))}
    </div>
  );
}

/** The share of a bar's height to show; never 0. */
function shareOf(level: number): number {
  const share = (level - FLOOR_DB) / (FULL_DB - FLOOR_DB);
  return Math.min(Math.max(share, 0.14), 1);
}
