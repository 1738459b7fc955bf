/** The text shown during a part of the video. */
export interface Cue {
  startMs: number;
  endMs: number;
  text: string;
}

/** A dictation's events, in milliseconds since the start of the video. */
export interface Dictation {
  pressedMs: number;
  phrases: readonly Cue[];
  letGoMs: number;
  /** When the text was inserted. */
  textMs: number;
}

/** How long a dictation's last caption stays after the insertion. */
const TEXT_MS = 1_400;

/** At the top: the bottom is where the app shows what it hears. */
const PLACE = 'line:0';

/** The captions of a dictation into a field. */
export function cuesOf({ pressedMs, phrases, letGoMs, textMs }: Dictation, field: string): Cue[] {
  return [
    { startMs: pressedMs, endMs: letGoMs, text: '[holds Ctrl+Shift+Space]' },
    ...phrases,
    { startMs: letGoMs, endMs: textMs + TEXT_MS, text: `[lets go: the text goes into the ${field}]` },
  ];
}

/** Formats captions as WebVTT. Each ends at the latest when the next one starts. */
export function writeCaptions(cues: readonly Cue[]): string {
  const ordered = cues.toSorted((one, other) => one.startMs - other.startMs);
  const blocks = ordered.map(({ startMs, endMs, text }, index) => {
    const end = Math.min(endMs, ordered[index + 1]?.startMs ?? endMs);
    return `${timestamp(startMs)} --> ${timestamp(end)} ${PLACE}\n${escapeText(text)}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** Such as `00:01:05.250`. */
function timestamp(ms: number): string {
  return new Date(Math.round(ms)).toISOString().slice(11, -1);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
