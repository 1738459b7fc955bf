import type { HudView } from '@workspace/desktop/channel/hud-messages';

/** What the HUD is to show. */
export function hudView(text: string): HudView {
  return {
    state: 'listening',
    mode: 'hold',
    title: 'Listening',
    detail: null,
    trouble: false,
    level: -20,
    seconds: 1,
    text,
    host: 'api.example.com',
    actions: [],
    cancelChord: null,
  };
}
