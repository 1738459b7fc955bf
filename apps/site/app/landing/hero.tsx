import { PRODUCT_NAME } from '@workspace/contract/brand';
import { HOLD_SCENES } from '../content/hold-scenes.ts';
import { buttonClass } from '../design/button.tsx';
import { BuyLicense } from './buy-license.tsx';
import { DictatedSheet } from './dictated-sheet.tsx';
import { DrawnHud } from './drawn-hud.tsx';
import type { HoldDemo } from './hold-demo.ts';
import { HoldKey } from './hold-key.tsx';
import { useHoldDemo } from './use-hold-demo.ts';

/** What the product is, and how it feels. */
export function Hero() {
  const { demo, isReady, isTouched, keyProps } = useHoldDemo();
  const scene = HOLD_SCENES[demo.scene] ?? HOLD_SCENES[0];
  const words = scene.text.split(' ');
  const said = words.slice(0, demo.words).join(' ');
  const isHeld = demo.phase === 'listening';
  return (
    <section aria-labelledby="hero-title" className="column pt-8 pb-16 sm:pt-11 sm:pb-24">
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-2">
        <div>
          <h1
            id="hero-title"
            data-step={isTouched ? stepOf(demo) : undefined}
            className="hero-steps font-extrabold text-display"
          >
            <span data-name="hold">Hold.</span> <span data-name="speak">Speak.</span>{' '}
            <span data-name="let-go">Let go.</span>
          </h1>
          <p className="mt-7 max-w-[34rem] text-lead text-muted">
            {PRODUCT_NAME} is push-to-talk dictation for your Mac. Hold a key and talk: your words appear in whatever
            field you are in. English works on your Mac itself, without a key. Or bring your own speech key, and nobody
            sits in between.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <a href="#download" className={buttonClass('solid', 'min-h-13 max-sm:px-4 sm:px-7')}>
              Download Free Trial
            </a>
            <BuyLicense className="min-h-13 max-sm:px-4 sm:px-7" />
          </div>
        </div>
        <div className="relative flex flex-col pb-7 lg:mt-2">
          <DictatedSheet scene={scene} said={said} unsaid={words.slice(demo.words).join(' ')} isProvisional={isHeld} />
          <div className="absolute inset-x-0 bottom-0 flex justify-center">
            <DrawnHud demo={demo} text={said} />
          </div>
        </div>
      </div>
      <div className="mt-12">
        <HoldKey isHeld={isHeld} isReady={isReady} keyProps={keyProps} />
      </div>
    </section>
  );
}

/** Which word of the headline is being done. */
function stepOf({ phase, words }: HoldDemo): 'hold' | 'speak' | 'let-go' {
  if (phase === 'inserted') return 'let-go';
  return words === 0 ? 'hold' : 'speak';
}
