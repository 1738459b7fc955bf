import { PRODUCT_NAME } from '@workspace/contract/brand';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { LinkQuestion, useFocusOnQuestion } from '../settings/link-question.tsx';
import { MicrophoneChoice } from '../settings/microphone-choice.tsx';
import { ACCESSIBILITY } from '../settings/permission-list.tsx';
import { SaveProblem } from '../settings/save-problem.tsx';
import { useSettingsIpc } from '../settings/settings-ipc.tsx';
import { DoorStep } from './door-step.tsx';
import { TryStep } from './try-step.tsx';
import { TypingStep } from './typing-step.tsx';
import { WelcomeStep } from './welcome-step.tsx';

interface Step {
  title: string;
  /** What to do here. */
  lead: string;
  content: ComponentType;
}

/** Only on systems that must be asked for it. */
const TYPING: Step = {
  title: `Let ${PRODUCT_NAME} type for you`,
  lead: 'Your words appear at the cursor, in any app. macOS needs your permission.',
  content: TypingStep,
};

const STEPS: readonly Step[] = [
  {
    title: `Welcome to ${PRODUCT_NAME}`,
    lead: 'Dictate in any app. Your words appear wherever you type.',
    content: WelcomeStep,
  },
  {
    title: 'How your speech becomes text',
    lead: 'Two ways to start. You can switch at any time in Settings.',
    content: DoorStep,
  },
  {
    title: 'Your microphone',
    lead: `Say something. If the bar moves, ${PRODUCT_NAME} hears you.`,
    content: MicrophoneChoice,
  },
  TYPING,
  {
    title: 'Try it',
    lead: 'These keys work in every app. Try them right here.',
    content: TryStep,
  },
];

/** Onboarding, which can be left at any time. Every entry is saved immediately. */
export function OnboardingWindow() {
  const { view, send } = useSettingsIpc();
  const steps = useSteps();
  const [index, setIndex] = useState(0);
  const step = steps[index]!;
  const isLast = index === steps.length - 1;
  const heading = useFocusOnChange(step.title);
  useFocusOnQuestion(view.account);
  const finish = () => send({ type: 'finish-onboarding' });

  return (
    <div className="flex h-dvh flex-col">
      <Progress index={index} steps={steps} />
      <main className="min-h-0 flex-1 overflow-y-auto">
        <SaveProblem />
        <div className="mx-auto max-w-xl px-4 pt-7 pb-4 sm:px-8">
          {view.account.state === 'confirming' && <LinkQuestion {...view.account} />}
          <h1
            ref={heading}
            tabIndex={-1}
            className="font-display text-display font-[650] tracking-tight text-balance outline-none"
          >
            {step.title}
          </h1>
          <p className="mt-2 mb-6 text-lead text-muted">{step.lead}</p>
          <step.content />
        </div>
      </main>
      <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-4 py-3 sm:px-8">
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

/** Returns the steps. `TYPING` is added once the system reports that it is needed, and then stays. */
function useSteps(): readonly Step[] {
  const { permissions } = useSettingsIpc().view;
  const [asksToType, setAsksToType] = useState(false);
  if (!asksToType && permissions.some(({ id }) => id === ACCESSIBILITY)) setAsksToType(true);
  return asksToType ? STEPS : STEPS.filter((step) => step !== TYPING);
}

function Progress({ index, steps }: { index: number; steps: readonly Step[] }) {
  return (
    <header className="flex shrink-0 items-center gap-3 border-b border-line bg-sunken px-4 py-2.5 sm:px-8">
      <div className="text-note text-muted">
        Step {index + 1} of {steps.length}
      </div>
      <div aria-hidden className="flex flex-1 gap-1.5">
        {steps.map(({ title }, at) => (
          <div
            key={title}
            className={`h-1 flex-1 rounded-full ${at <= index ? 'bg-solid forced-colors:bg-[Highlight]' : 'bg-edge/40 forced-colors:border'}`}
          />
        ))}
      </div>
    </header>
  );
}

/**
 * Focuses the heading of a new step, so that it is announced and Tab continues from there; unless something in the step
 * takes the focus itself.
 */
function useFocusOnChange(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    const content = heading.current?.closest('main');
    content?.scrollTo(0, 0);
    const { activeElement } = document;
    if (content?.contains(activeElement)) activeElement?.scrollIntoView({ block: 'nearest' });
    else heading.current?.focus();
  }, [title]);
  return heading;
}
