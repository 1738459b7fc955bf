/** A demo dictation in the hero and the field it goes into. */
export interface HoldScene {
  /** Title of the field. */
  place: string;
  text: string;
  isCode?: boolean;
}

export const HOLD_SCENES: readonly [HoldScene, ...HoldScene[]] = [
  {
    place: 'A note',
    text: 'Call the printer about the paper, move the workshop to Thursday, and write the opening while it is still in my head.',
  },
  {
    place: 'A prompt for your coding agent',
    text: 'Find out why the export is slow with many rows, write a test that shows it, and only then fix it.',
    isCode: true,
  },
  {
    place: 'A reply',
    text: 'Thanks for the quick draft. I like the second version better: the first paragraph says it all. Let’s print it.',
  },
];
