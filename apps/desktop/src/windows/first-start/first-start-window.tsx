import { PRODUCT_NAME } from '@workspace/contract/brand';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { MicrophoneChoice } from '../settings/microphone-choice.tsx';
import { ProviderChoice } from '../settings/provider-choice.tsx';
import { SaveProblem } from '../settings/save-problem.tsx';
import { useSettingsChannel } from '../settings/settings-channel.tsx';
import { TryStep } from './try-step.tsx';
import { WelcomeStep } from './welcome-step.tsx';

interface Step {
  title: string;
  /** What to do here. */
  lead: string;
  content: ComponentType;
}

const STEPS: readonly Step[] = [
  {
    title: `Welcome to ${PRODUCT_NAME}`,
    lead: 'Hold a key, speak, let go: your words are typed wherever the cursor is.',
    content: WelcomeStep,
  },
  {
    title: 'Who turns your speech into text',
    lead: 'Choose a provider and paste your key to it. The key is checked at once.',
    content: ProviderChoice,
  },
  {
    title: 'Your microphone',
    lead: 'Say something. When the bar moves, you are heard.',
    content: MicrophoneChoice,
  },
  {
    title: 'Try it',
    lead: 'These keys work in every program, so also in the field below.',
    content: TryStep,
  },
];

/** The way through the first start, which can be left at any time. Everything is kept as it is entered. */
export function FirstStartWindow() {
  const { send } = useSettingsChannel();
  const [index, setIndex] = useState(0);
  const step = STEPS[index]!;
  const isLast = index === STEPS.length - 1;
  const heading = useFocusOnChange(index);
  const finish = () => send({ type: 'finish-first-start' });

  return (
    <div className="flex h-dvh flex-col">
      <Progress index={index} />
      <main className="min-h-0 flex-1 overflow-y-auto">
        <SaveProblem />
        <div className="mx-auto max-w-xl px-4 pt-7 pb-4 sm:px-8">
          <h1 ref={heading} tabIndex={-1} className="text-display font-semibold outline-none">
            {step.title}
          </h1>
          <p className="mt-1.5 mb-6 text-muted">{step.lead}</p>
          <step.content />
        </div>
      </main>
      <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-sidebar px-4 py-3 sm:px-8">
        {!isLast && (
          <Button className="mr-auto" onClick={finish}>
            Finish later
          </Button>
        )}
        {index > 0 && <Button onClick={() => setIndex(index - 1)}>Back</Button>}
        {isLast ? (
          <Button tone="primary" onClick={finish}>
            Done
          </Button>
        ) : (
          <Button tone="primary" onClick={() => setIndex(index + 1)}>
            Continue
          </Button>
        )}
      </footer>
    </div>
  );
}

function Progress({ index }: { index: number }) {
  return (
    <header className="flex shrink-0 items-center gap-3 border-b border-line bg-sidebar px-4 py-2.5 sm:px-8">
      <div className="text-note text-muted">
        Step {index + 1} of {STEPS.length}
      </div>
      <div aria-hidden className="flex flex-1 gap-1.5">
        {STEPS.map(({ title }, at) => (
          <div
            key={title}
            className={`h-1 flex-1 rounded-full ${at <= index ? 'bg-accent forced-colors:bg-[Highlight]' : 'bg-edge/40 forced-colors:border'}`}
          />
        ))}
      </div>
    </header>
  );
}

/** The heading of a new step takes the focus, so that it is read out and the Tab key goes on from there. */
function useFocusOnChange(index: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(index);
  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    heading.current?.focus();
    heading.current?.closest('main')?.scrollTo(0, 0);
  }, [index]);
  return heading;
}
