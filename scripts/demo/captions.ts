/** What is to be read over a stretch of the video. */
export interface Cue {
  startMs: number;
  endMs: number;
  text: string;
}

/** At the top: the bottom is where the app shows what it hears. */
const PLACE = 'line:0';

/** Writes captions as WebVTT. Each ends where the next one starts, if it would not before. */
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
