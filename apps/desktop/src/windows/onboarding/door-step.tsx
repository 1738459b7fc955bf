import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ProviderId } from '@workspace/speech/provider';
import { CircleDollarSign, Languages, type LucideIcon, Send, Target } from 'lucide-react';
import { useId } from 'react';
import type { ProviderView } from '../../ipc/settings-messages.ts';
import { Group } from '../design/group.tsx';
import { RadioSign } from '../design/radio-sign.tsx';
import { NotYourLanguage } from '../settings/on-device.tsx';
import { ProviderChoice } from '../settings/provider-choice.tsx';
import { useRecognitionChoice } from '../settings/recognition-choice.ts';
import { useSettingsIpc } from '../settings/settings-ipc.tsx';
import { thisComputer } from '../settings/this-computer.ts';

type Door = 'here' | 'key';

/** Languages, quality, price, and where the audio goes. */
const ICONS: readonly LucideIcon[] = [Languages, Target, CircleDollarSign, Send];

/** The two ways to start, side by side, each with its consequences. */
export function DoorStep() {
  const { view, change } = useSettingsIpc();
  const { chosen, used, knowsLanguage } = useRecognitionChoice();
  const here = thisComputer(view.platform);
  const door: Door = chosen === 'on-device' ? 'here' : 'key';

  function open(next: Door): void {
    if (next !== door) change({ provider: next === 'here' ? 'on-device' : likelyProvider(view.providers, used) });
  }

  return (
    <>
      <RadioGroup<Door>
        aria-label="How your speech becomes text"
        value={door}
        onValueChange={open}
        className="mb-3 grid gap-x-3 sm:grid-cols-2"
      >
        <DoorCard
          door="here"
          title={`Start now, on ${here}`}
          means={[
            'English only',
            'Good, but less accurate',
            'Free, with no API key and no account',
            `Your speech stays on ${here}`,
          ]}
        />
        <DoorCard
          door="key"
          title="Use your own API key"
          means={[
            'Dozens of languages',
            'More accurate',
            lowestPrice(view.providers),
            'Your speech goes to that provider, and nowhere else',
          ]}
        />
      </RadioGroup>
      {door === 'key' && <ProviderChoice />}
      {door === 'here' && !knowsLanguage && (
        <Group>
          <NotYourLanguage>Use your own API key for them.</NotYourLanguage>
        </Group>
      )}
    </>
  );
}

interface DoorCardProps {
  door: Door;
  title: string;
  /** The consequences, one line for each of `ICONS`. */
  means: readonly string[];
}

function DoorCard({ door, title, means }: DoorCardProps) {
  const [titleId, meaningId] = [useId(), useId()];
  return (
    <Radio.Root
      value={door}
      aria-labelledby={titleId}
      aria-describedby={meaningId}
      nativeButton
      render={<button type="button" />}
      className="row-span-5 mb-3 grid grid-rows-subgrid gap-y-1.5 rounded-lg bg-raised px-4 py-3.5 text-left shadow-card data-checked:outline-2 forced-colors:border"
    >
      <span className="mb-1 flex items-center gap-2.5 font-semibold">
        <RadioSign />
        <span id={titleId}>{title}</span>
      </span>
      <span id={meaningId} className="contents">
        {ICONS.map((Icon, index) => (
          <span key={means[index]} className="flex gap-2.5">
            <Icon aria-hidden className="mt-px size-4.5 shrink-0 p-px text-muted" />
            <span className="min-w-0">{means[index]}</span>
          </span>
        ))}
      </span>
    </Radio.Root>
  );
}

/** Returns the provider preselected for users with a key: the first one with a key, else the first. */
function likelyProvider(providers: readonly ProviderView[], used: ProviderId): ProviderId {
  return (providers.find(({ key }) => key !== 'none') ?? providers[0])?.id ?? used;
}

function lowestPrice(providers: readonly ProviderView[]): string {
  const prices = providers.flatMap(({ models }) => models.flatMap(({ pricePerMinute }) => pricePerMinute ?? []));
  return prices.length === 0 ? 'Paid by the minute' : `From US$${(Math.min(...prices) * 60).toFixed(2)} per hour`;
}
