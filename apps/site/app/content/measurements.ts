import { PRODUCT_NAME } from '@workspace/contract/brand';

/** A measurement that anyone can repeat. */
export interface Measurement {
  /** Identifies it in URLs. */
  id: string;
  figure: string;
  /** What the figure means. */
  claim: string;
  /** How it was measured, and the limits of the figure. */
  how: readonly string[];
  /** Command that repeats the measurement in a source checkout. */
  command: string;
}

/** Sources, in the repository: `docs/verification.md`, decision 34, and the test that the first command runs. */
export const MEASUREMENTS: readonly Measurement[] = [
  {
    id: 'words',
    figure: '95 of 100',
    claim: 'words right, at least, when a person reads English aloud and the computer recognizes it on its own.',
    how: [
      'Five sentences of “Sense and Sensibility”, read aloud by a LibriVox volunteer, go through the same engine that the app uses, without a key and without a network. The words that come out are compared with the book. The test fails if more than 5 in 100 are wrong.',
      'It is one voice in a quiet room. A minute without a single pause is held to 88 of 100. Names, strong accents and noise do worse; larger models, from a provider of your choice, do better.',
    ],
    command: 'npx vitest run --project e2e e2e/on-device/human-speech.test.ts',
  },
  {
    id: 'speed',
    figure: '0.27 s',
    claim: 'to understand five seconds of English, on two ordinary processor cores.',
    how: [
      'The model that comes with the app (Moonshine tiny, 28 MB) turned five seconds of speech into text in 270 ms, in November 2026, on a Debian machine with two x64 cores.',
      `${PRODUCT_NAME} doesn't wait for the end: it works while you speak, so most of this work is done before you let go.`,
    ],
    command: 'npm run bench -- on-device',
  },
  {
    id: 'reliability',
    figure: '33,819',
    claim: 'dictations in an hour of breakdowns, and not a second lost or counted twice.',
    how: [
      'For an hour, 24 simulated users at a time dictated 1,462,292 seconds while everything around them broke: servers were killed 97 times, the database 125 times, and the speech provider failed 1,551 times. In the end every second, payment and mail that had been acknowledged was there exactly once.',
      'The users and the provider were simulated; the app’s counting, the server and its database were real. It was not run for longer than an hour, nor with more users at a time.',
    ],
    command: 'npm run soak',
  },
];
