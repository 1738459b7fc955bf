import { PRODUCT_NAME } from '@workspace/contract/brand';
import { useEffect } from 'react';
import { HOLD_SCENES } from '../content/hold-scenes.ts';
import { buttonClass } from '../design/button.tsx';
import { BuyLicense } from './buy-license.tsx';
import { DictatedSheet } from './dictated-sheet.tsx';
import type { HoldDemo } from './hold-demo.ts';
import { HoldKey } from './hold-key.tsx';
import { HudCard } from './hud-card.tsx';
import { Invitation } from './invitation.tsx';
import { scriptedHud } from './scripted-hud.ts';
import { useHeldKey } from './use-held-key.ts';
import { useHoldDemo } from './use-hold-demo.ts';
import { useOwnVoice } from './use-own-voice.ts';

/** Introduces the product with an interactive demo: scripted at first, then with the visitor's own voice on request. */
export function Hero() {
  const { own, isLost, accept } = useOwnVoice();
  const dictation = own?.dictation;
  const isOwn = dictation !== undefined;
  const script = useHoldDemo(isOwn);
  const { demo } = script;
  const holding = dictation?.holding ?? script;
  const { isReady, keyProps } = useHeldKey(holding);
  const scene = HOLD_SCENES[demo.scene] ?? HOLD_SCENES[0];
  const words = scene.text.split(' ');
  const said = words.slice(0, demo.words).join(' ');

  const key = keyProps.ref;
  useEffect(() => {
    // The button that started it is gone, and the focus with it: move it to the key.
    if (isOwn && document.activeElement === document.body) key.current?.focus({ preventScroll: true });
  }, [isOwn, key]);

  return (
    <section aria-labelledby="hero-title" className="column pt-8 pb-16 sm:pb-24">
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2">
        <div>
          <h1
            id="hero-title"
            data-step={script.isTouched && !isOwn ? stepOf(demo) : undefined}
            className="hero-steps font-extrabold text-display"
          >
            <span data-name="hold">Hold.</span> <span data-name="speak">Speak.</span>{' '}
            <span data-name="let-go">Let go.</span>
          </h1>
          <p className="mt-6 max-w-[34rem] text-lead text-muted">
            {PRODUCT_NAME} is push-to-talk dictation for your Mac. Hold a key and talk: your words appear wherever you
            type. English works right on your Mac. For other languages, bring your own API key. Nobody sits in between.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <a href="#download" className={buttonClass('solid', 'min-h-13 max-sm:px-4 sm:px-7')}>
              Download Free Trial
            </a>
            <BuyLicense className="min-h-13 max-sm:px-4 sm:px-7" />
          </div>
        </div>
        <div className="relative flex flex-col pb-7 lg:mt-2">
          {dictation?.sheet ?? (
            <DictatedSheet
              scene={scene}
              said={said}
              unsaid={words.slice(demo.words).join(' ')}
              isProvisional={script.isHeld}
            />
          )}
          <div className="absolute inset-x-0 bottom-0 flex justify-center">
            <HudCard {...(dictation?.hud ?? scriptedHud(demo, said))} />
          </div>
        </div>
      </div>
      <div className="mt-8">
        <HoldKey isHeld={holding.isHeld} isReady={isReady} keyProps={keyProps} describedBy="hold-help" />
      </div>
      <div className="mt-7 flex flex-wrap items-center justify-between gap-x-10 gap-y-4">
        <p id="hold-help" className="text-muted text-note">
          {dictation?.help ?? 'A script, not your microphone. Press the key, or hold Space.'}
        </p>
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-3">
          {own ? own.panel : <Invitation isLost={isLost} onAccept={accept} />}
        </div>
      </div>
    </section>
  );
}

/** Returns the headline's current step. */
function stepOf({ phase, words }: HoldDemo): 'hold' | 'speak' | 'let-go' {
  if (phase === 'inserted') return 'let-go';
  return words === 0 ? 'hold' : 'speak';
}
