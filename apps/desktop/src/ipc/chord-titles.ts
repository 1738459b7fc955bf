import type { ChordAction } from './chord.ts';

/** What each chord does, in a few words. */
export const CHORD_TITLES: Record<ChordAction, string> = {
  hold: 'Hold to dictate',
  send: 'Hold to dictate and send',
  edit: 'Hold to edit by voice',
  toggle: 'Start and stop',
  cancel: 'Cancel',
  pasteLast: 'Paste last text again',
};
