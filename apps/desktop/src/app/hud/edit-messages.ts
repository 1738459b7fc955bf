import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { EditFailure, EditLeft, EditState } from '@workspace/dictation/edit';
import { EDIT } from '@workspace/dictation/tuning';
import type { HudView } from '../../ipc/hud-messages.ts';
import type { ModelLack } from '../language-model/configured-language-model.ts';
import { NO_PASSWORD_FIELDS, PASTE } from './take-messages.ts';

/** The HUD's message about a finished edit. */
export type EditMessage =
  | { tone: 'done'; title: string; detail: null }
  | { tone: 'notice' | 'failure'; title: string; detail: string; actions: HudView['actions'] };

/** Title when a selection can't be edited yet; what to do about it follows. */
export const NOT_READY_TO_EDIT = 'Not ready to edit by voice';

/** What the language model lacks, and what to do. */
export const EDITING_LACKS: Record<ModelLack, string> = {
  address: 'The language model has no server address yet. Add one in Settings, under Tidy up.',
  key: 'The language model has no API key yet. Add one in Settings, under Tidy up.',
  model: 'No language model is chosen yet. Choose one in Settings, under Tidy up.',
};

/** Returns a remark to show while the user gives the instruction; null if there is none. */
export function instructedRemark(edit: EditState): string | null {
  return edit.type === 'instructed' && edit.selection !== undefined ? REMARKS[edit.selection] : null;
}

/**
 * Returns the message about an edit; undefined if it isn't over, or if the recording ended on its own, which has its
 * own message.
 */
export function editMessage(edit: EditState): EditMessage | undefined {
  switch (edit.type) {
    case 'replaced':
      return { tone: 'done', title: 'Edited', detail: null };
    case 'left':
      return { tone: 'notice', title: 'The answer is on the clipboard', detail: LEFT[edit.why], actions: [] };
    case 'failed': {
      const { why, host, problem } = edit;
      if (why === 'incomplete') return undefined;
      const [title, detail] = FAILED[why];
      const isAtModel = why === 'unusable' || why === 'late' || why === 'empty';
      const actions: HudView['actions'] = [
        ...(why === 'not-left' ? [{ id: 'copy' as const, label: 'Copy' }] : []),
        ...(isAtModel || why === 'no-editor' ? [{ id: 'settings' as const, label: 'Settings' }] : []),
      ];
      const reason = problem ?? detail.replace('{host}', host ?? 'The language model');
      return { tone: 'failure', title, detail: why === 'not-left' ? reason : `${reason} ${UNCHANGED}`, actions };
    }
    default:
      return undefined;
  }
}

const UNCHANGED = 'Your text is as it was.';
const TOO_LONG = `Select at most ${EDIT.maxUnits.toLocaleString('en')} characters.`;

const REMARKS = {
  selected: null,
  none: 'Nothing is selected: the answer will be on the clipboard.',
  'too-long': TOO_LONG,
  secure: `${PRODUCT_NAME} doesn’t read password fields.`,
} as const;

const LEFT: Record<EditLeft, string> = {
  none: `Nothing was selected. ${PASTE}`,
  moved: `You had moved on, or selected something else. ${PASTE}`,
  'not-editable': `The selected text can’t be changed where it is. ${PASTE}`,
  'secure-field': `${NO_PASSWORD_FIELDS}. ${PASTE}`,
  'secure-input': `It may not have reached your text: an app is protecting what you type. ${PASTE}`,
};

const FAILED: Record<Exclude<EditFailure, 'incomplete'>, [title: string, detail: string]> = {
  'no-editor': ['Nothing was edited', 'It needs a language model. Choose one in Settings, under Tidy up.'],
  secure: ['Nothing was edited', REMARKS.secure],
  'too-long': ['The selection is too long', TOO_LONG],
  unusable: ['Couldn’t edit the text', '{host} gave no answer.'],
  late: ['Couldn’t edit the text', `{host} didn’t answer within ${EDIT.limitMs / 1_000} seconds.`],
  empty: ['Couldn’t edit the text', '{host} answered with nothing. Say it in other words, or try another model.'],
  'not-left': ['Couldn’t put the answer anywhere', 'It’s still in memory. Copy it.'],
};
