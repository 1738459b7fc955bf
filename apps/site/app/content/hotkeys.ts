interface Hotkey {
  keys: readonly string[];
  title: string;
  text: string;
}

/** The app's default hotkeys. All of them can be changed in its settings. */
export const HOTKEYS: readonly Hotkey[] = [
  {
    keys: ['Cmd', 'Shift', 'Space'],
    title: 'Push-to-talk',
    text: 'Hold to record, release to stop. Release Space first to avoid stray spaces.',
  },
  {
    keys: ['Cmd', 'Shift', 'T'],
    title: 'Toggles recording',
    text: 'Press once to start and again to stop, for when you have a lot to say.',
  },
  {
    keys: ['Cmd', 'Shift', 'C'],
    title: 'Cancels recording or transcription',
    text: 'Nothing more is sent, and nothing is typed.',
  },
];
