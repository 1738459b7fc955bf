import { PRODUCT_NAME } from '@workspace/contract/brand';
import { CircleDollarSign, EyeOff, type LucideIcon, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Group } from '../design/group.tsx';
import { useSettingsChannel } from '../settings/settings-channel.tsx';
import { thisComputer } from '../settings/this-computer.ts';

/** What the product does, and where audio goes. */
export function WelcomeStep() {
  const here = thisComputer(useSettingsChannel().view.platform);
  return (
    <Group>
      <Fact icon={Send} title="You say where your speech goes">
        It stays on {here}, or goes to the speech provider you choose. {PRODUCT_NAME} has no server that hears you, and
        always shows where the sound goes.
      </Fact>
      <Fact icon={EyeOff} title="Nothing is kept">
        Neither what you say nor the text is written to disk. The microphone is open only while you dictate, or look at
        its level.
      </Fact>
      <Fact icon={CircleDollarSign} title="Nothing to pay to begin">
        What is understood on {here} is free. A provider you pay yourself, by the minute and with your own key: its
        price stands beside each model, and today’s cost in the settings.
      </Fact>
    </Group>
  );
}

function Fact({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-3.5 px-4 py-3.5">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0">
        <div className="font-semibold">{title}</div>
        <div className="mt-0.5 text-muted">{children}</div>
      </div>
    </div>
  );
}
