import { PRODUCT_NAME } from '@workspace/contract/brand';
import { AudioLines, CircleDollarSign, EyeOff, type LucideIcon, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Group } from '../design/group.tsx';
import { useSettingsIpc } from '../settings/settings-ipc.tsx';
import { thisComputer } from '../settings/this-computer.ts';

/** What the product does, and where audio goes. */
export function WelcomeStep() {
  const here = thisComputer(useSettingsIpc().view.platform);
  return (
    <>
      <RedKey />
      <Group>
        <Fact icon={Send} title="You decide where your speech goes">
          It stays on {here}, or goes straight to the speech provider you choose. It never passes through a server of
          ours, and {PRODUCT_NAME} always shows where it goes.
        </Fact>
        <Fact icon={EyeOff} title="Nothing is kept">
          Neither your voice nor your text is saved to disk. The microphone is on only while you dictate or test it.
        </Fact>
        <Fact icon={CircleDollarSign} title="Free to start">
          Recognition on {here} is free. With your own API key, you pay the provider by the minute. You see the price
          next to each model, and what you spent today in Settings.
        </Fact>
      </Group>
    </>
  );
}

/** The site's key, with a voice level on it. */
function RedKey() {
  return (
    <p className="mb-7 flex items-center gap-5 font-display text-title font-[650] tracking-tight">
      <span className="key-body key-signal flex h-16 w-44 items-center justify-center gap-3.5 rounded-2xl">
        <AudioLines aria-hidden className="size-7" strokeWidth={2.5} />
        Hold.
      </span>
      <span>Speak. Let go.</span>
    </p>
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
