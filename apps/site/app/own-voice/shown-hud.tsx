import type { HudCardProps } from '../landing/hud-card.tsx';
import type { OwnVoiceView } from './own-voice.ts';

/** How high each bar of the level is for the loudest voice; the voice is in the middle. */
const BARS = [0.35, 0.5, 0.65, 0.8, 0.9, 1, 0.9, 0.8, 0.65, 0.5, 0.35];
/** What is shown as nothing: rooms and microphones are seldom quieter. */
const FLOOR_DB = -60;
/** What is shown as full: a voice close by. */
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

/** What the card shows of the visitor's own dictation: what goes on with it, and its words as they come. */
export function shownHud({ work, outcome, words, seconds, level, text }: OwnVoiceView): HudCardProps {
  if (work === 'idle') {
    const shown = outcome ? AT_REST[outcome] : ({ look: 'ready', title: 'Ready' } as const);
    return { ...shown, seconds: 0, ...(outcome === 'inserted' ? { inserted: text } : {}) };
  }
  return { ...AT_WORK[work], seconds, level: <Level db={level} />, words: <LastLines text={words || 'Speak now.'} /> };
}

/** A level that is heard, not acted. */
function Level({ db }: { db: number }) {
  const loudness = Math.min(1, Math.max(0, (db - FLOOR_DB) / (FULL_DB - FLOOR_DB)));
  return BARS.map((height, place) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
      key={place}
      className="level-bar"
      style={{ animation: 'none', scale: `1 ${Math.max(0.14, height * loudness)}` }}
    />
  ));
}

/** The last two lines of what has been understood. Earlier ones leave at the top. */
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
