import { BarMeter } from './bar-meter.tsx';

/** What a meter shows as empty. Rooms and microphones are seldom quieter. */
const FLOOR_DB = -60;
/** From here on a voice is well heard. */
const SPEECH_DB = -40;

interface LevelMeterProps {
  label: string;
  /** dB below full scale. */
  level: number;
}

/** How loud it is, from the quiet of a room to the loudest that a microphone can report. */
export function LevelMeter({ label, level }: LevelMeterProps) {
  const isSpeech = level >= SPEECH_DB;
  return (
    <BarMeter
      label={label}
      min={FLOOR_DB}
      max={0}
      value={level}
      valueText={isSpeech ? 'speech is heard' : 'quiet'}
      tone={isSpeech ? 'signal' : 'edge'}
    />
  );
}
