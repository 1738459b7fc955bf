import type { ReactNode } from 'react';
import type { HudCardProps } from '../landing/hud-card.tsx';
import type { Holding } from '../landing/use-held-key.ts';
import { OwnNote } from './own-note.tsx';
import { OwnPanel } from './own-panel.tsx';
import type { OwnVoice, OwnVoiceView } from './own-voice.ts';
import { shownHud } from './shown-hud.tsx';

/** The parts that replace the script's in the hero. */
export interface ShownVoice {
  /** Status and actions. */
  panel: ReactNode;
  /** Only while the key dictates. */
  dictation?: { holding: Holding; sheet: ReactNode; hud: HudCardProps; help: string };
}

/** Renders the parts of the visitor's own voice. */
export function showOwnVoice(voice: OwnVoice, view: OwnVoiceView): ShownVoice {
  const panel = <OwnPanel voice={voice} view={view} />;
  if (!view.isOn) return { panel };
  return {
    panel,
    dictation: {
      holding: {
        isHeld: view.isHeld,
        press: (byItself) => voice.press(byItself),
        release: () => voice.release(),
        hide: () => voice.hide(),
      },
      sheet: <OwnNote text={view.text} />,
      hud: shownHud(view),
      help: 'Your microphone. Hold the key or Space while you speak. Esc cancels.',
    },
  };
}
