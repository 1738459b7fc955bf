import type { HudCardProps } from '../landing/hud-card.tsx';
import type { OwnVoiceView } from './own-voice.ts';

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
  const loudness = Math.min(1, Math.max(0, (level - FLOOR_DB) / (FULL_DB - FLOOR_DB)));
  return { ...AT_WORK[work], seconds, loudness, words: words || 'Speak now.' };
}
