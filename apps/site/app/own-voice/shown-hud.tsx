import type { HudCardProps } from '../landing/hud-card.tsx';
import type { OwnVoiceView } from './own-voice.ts';

/** Height of each level bar at full level; highest in the middle. */
const BARS = [0.35, 0.5, 0.65, 0.8, 0.9, 1, 0.9, 0.8, 0.65, 0.5, 0.35];
/** Shown as silence: rooms and microphones are rarely quieter. */
const FLOOR_DB = -60;
/** Shown as full level: a voice close by. */
const FULL_DB = -12;

const AT_WORK = {
  opening: { look: 'remark', title: 'Opening the microphone' },
  listening: { look: 'listening', title: 'Listening' },
  finishing: { look: 'remark', title: 'Finishing' },
} as const;

const AT_REST = {
  inserted: { look: 'inserted', title: 'Inserted' },
  'too-short': { look: 'remark', title: 'Hold it while you speak' },
  nothing: { look: 'remark', title: 'No speech was heard' },
  cancelled: { look: 'remark', title: 'Cancelled' },
  failed: { look: 'remark', title: 'Not understood' },
} as const;

/** Returns the HUD's props for the visitor's own dictation: its state, and its words as they are recognized. */
export function shownHud({ work, outcome, words, seconds, level, text }: OwnVoiceView): HudCardProps {
  if (work === 'idle') {
    const shown = outcome ? AT_REST[outcome] : ({ look: 'ready', title: 'Ready' } as const);
    return { ...shown, seconds: 0, ...(outcome === 'inserted' ? { inserted: text } : {}) };
  }
  return { ...AT_WORK[work], seconds, level: <Level db={level} />, words: <LastLines text={words || 'Speak now.'} /> };
}

/** The actual microphone level, unlike the script's. */
function Level({ db }: { db: number }) {
  const loudness = Math.min(1, Math.max(0, (db - FLOOR_DB) / (FULL_DB - FLOOR_DB)));
  return BARS.map((height, place) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: a bar's index is its identity
      key={place}
      className="level-bar"
      style={{ animation: 'none', scale: `1 ${Math.max(0.14, height * loudness)}` }}
    />
  ));
}

/** The last two lines of the recognized text. Earlier lines scroll out at the top. */
function LastLines({ text }: { text: string }) {
  return (
    <div
      className="mt-1 flex flex-col overflow-hidden px-2.5 text-muted"
      style={{ height: '3.2rem', justifyContent: 'flex-end' }}
    >
      <p style={{ marginBottom: 'auto' }}>{text}</p>
    </div>
  );
}
