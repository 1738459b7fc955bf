import { BarMeter } from './bar-meter.tsx';

/** The level shown as empty. Rooms and microphones are rarely quieter. */
const FLOOR_DB = -60;
/** From here on a voice is clearly heard. */
const SPEECH_DB = -40;

interface LevelMeterProps {
  label: string;
  /** dB below full scale. */
  level: number;
}

/** The sound level, from a quiet room to the loudest that a microphone can report. */
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
