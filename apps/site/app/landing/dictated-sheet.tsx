import type { HoldScene } from '../content/hold-scenes.ts';

interface DictatedSheetProps {
  scene: HoldScene;
  /** The text said so far; `unsaid` is the invisible rest, which reserves its space. */
  said: string;
  unsaid: string;
  /** Whether the words may still change. */
  isProvisional: boolean;
}

/** The focused field of the scripted demo, with the caret after the text said so far. */
export function DictatedSheet({ scene, said, unsaid, isProvisional }: DictatedSheetProps) {
  return (
    <div className="flex-1 rounded-card bg-raised shadow-lifted">
      <p className="border-line border-b px-6 py-3.5 text-muted text-note sm:px-8">{scene.place}</p>
      <p
        className={`min-h-[14rem] px-6 pt-5 pb-16 sm:px-8 sm:pt-7 ${scene.isCode ? 'font-mono text-body sm:text-title sm:leading-9' : 'text-lead sm:text-[1.9rem] sm:leading-[2.75rem]'}`}
      >
        {scene.isCode && <span className="text-muted">› </span>}
        <span className={isProvisional ? 'text-muted' : undefined}>{said}</span>
        <span aria-hidden="true" className="caret" />
        <span className="invisible"> {unsaid}</span>
      </p>
    </div>
  );
}
