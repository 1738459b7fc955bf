import type { HudView } from '@workspace/desktop/ipc/hud-messages';

/** The HUD's view of an ongoing dictation before there is any text. */
export const LISTENING: HudView = {
  state: 'listening',
  mode: 'hold',
  title: 'Listening',
  detail: null,
  trouble: false,
  level: -24,
  seconds: 67.9,
  text: '',
  host: 'api.openai.com',
  actions: [],
  cancelChord: 'Ctrl+Shift+C',
};
