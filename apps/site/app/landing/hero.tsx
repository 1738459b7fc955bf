import { PRODUCT_NAME } from '@workspace/contract/brand';
import { useEffect } from 'react';
import { HOLD_SCENES } from '../content/hold-scenes.ts';
import { buttonClass } from '../design/button.tsx';
import { BuyLicense } from './buy-license.tsx';
import { DictatedSheet } from './dictated-sheet.tsx';
import { DrawnHud } from './drawn-hud.tsx';
import type { HoldDemo } from './hold-demo.ts';
import { HoldKey } from './hold-key.tsx';
import { HudCard } from './hud-card.tsx';
import { Invitation } from './invitation.tsx';
import { useHeldKey } from './use-held-key.ts';
import { useHoldDemo } from './use-hold-demo.ts';
import { useOwnVoice } from './use-own-voice.ts';

/** What the product is, and how it feels: by a script at first, and by the visitor's own voice where they want that. */
export function Hero() {
  const { own, invitation, accept } = useOwnVoice();
  const isOwn = own?.view.isOn === true;
  const script = useHoldDemo(isOwn);
  const { demo } = script;
  const { isReady, keyProps } = useHeldKey(
    isOwn
      ? {
          isHeld: own.view.isHeld,
          press: (byItself) => own.voice.press(byItself),
          release: () => own.voice.release(),
          hide: () => own.voice.hide(),
        }
      : script,
  );
  const scene = HOLD_SCENES[demo.scene] ?? HOLD_SCENES[0];
  const words = scene.text.split(' ');
  const said = words.slice(0, demo.words).join(' ');

  const key = keyProps.ref;
  useEffect(() => {
    // The button that was pressed for it is gone: the key is what comes next.
    if (isOwn && document.activeElement === document.body) key.current?.focus({ preventScroll: true });
  }, [isOwn, key]);

  return (
    <section aria-labelledby="hero-title" className="column pt-8 pb-16 sm:pb-24">
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2">
        <div>
          <h1
            id="hero-title"
            data-step={script.isTouched && !isOwn ? stepOf(demo) : undefined}
            className="hero-steps font-extrabold text-display short:lg:text-[5rem]"
          >
            <span data-name="hold">Hold.</span> <span data-name="speak">Speak.</span>{' '}
            <span data-name="let-go">Let go.</span>
          </h1>
          <p className="mt-6 max-w-[34rem] text-lead text-muted">
            {PRODUCT_NAME} is push-to-talk dictation for your Mac. Hold a key and talk: your words appear in whatever
            field you are in. English works on your Mac itself, without a key. Or bring your own speech key, and nobody
            sits in between.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <a href="#download" className={buttonClass('solid', 'min-h-13 max-sm:px-4 sm:px-7')}>
              Download Free Trial
            </a>
            <BuyLicense className="min-h-13 max-sm:px-4 sm:px-7" />
          </div>
        </div>
        <div className="relative flex flex-col pb-7 lg:mt-2">
          {isOwn ? (
            <own.OwnNote text={own.view.text} />
          ) : (
            <DictatedSheet
              scene={scene}
              said={said}
              unsaid={words.slice(demo.words).join(' ')}
              isProvisional={script.isHeld}
            />
          )}
          <div className="absolute inset-x-0 bottom-0 flex justify-center">
            {isOwn ? <HudCard {...own.shownHud(own.view)} /> : <DrawnHud demo={demo} text={said} />}
          </div>
        </div>
      </div>
      <div className="mt-9">
        <HoldKey
          isHeld={isOwn ? own.view.isHeld : script.isHeld}
          isReady={isReady}
          keyProps={keyProps}
          describedBy="hold-help"
        />
      </div>
      <div className="mt-7 flex flex-wrap items-center justify-between gap-x-10 gap-y-4">
        <p id="hold-help" className="text-muted text-note">
          {isOwn
            ? 'Your microphone. Hold the key or Space while you speak. Esc cancels.'
            : 'A script, not your microphone. Press the key, or hold Space.'}
        </p>
        <div className="flex min-h-11 flex-wrap items-center gap-x-5 gap-y-3">
          {own ? (
            <own.OwnPanel voice={own.voice} view={own.view} />
          ) : (
            <Invitation state={invitation} onAccept={accept} />
          )}
        </div>
      </div>
    </section>
  );
}

/** Which word of the headline is being done. */
function stepOf({ phase, words }: HoldDemo): 'hold' | 'speak' | 'let-go' {
  if (phase === 'inserted') return 'let-go';
  return words === 0 ? 'hold' : 'speak';
}
