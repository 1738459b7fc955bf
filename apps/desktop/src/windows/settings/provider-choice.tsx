import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId } from 'react';
import type { Settings } from '../../channel/settings-document.ts';
import type { ProviderView } from '../../channel/settings-messages.ts';
import { Block, Group } from '../design/group.tsx';
import { DraftField } from './draft-field.tsx';
import { KeyEntry } from './key-entry.tsx';
import { rejectionsOf } from './rejections.ts';
import { useSettingsChannel } from './settings-channel.tsx';

/** Who turns speech into text, where that is, and the key to it. */
export function ProviderChoice() {
  const { view, change } = useSettingsChannel();
  const chosen = useChosenProvider();
  return (
    <>
      <Group title="Provider" note={<Destination host={chosen?.host ?? null} />}>
        <RadioGroup<Settings['provider']>
          aria-label="Provider"
          value={view.settings.provider}
          onValueChange={(provider) => change({ provider })}
          className="divide-y divide-line"
        >
          {view.providers.map((provider) => (
            <ProviderOption key={provider.id} provider={provider} />
          ))}
        </RadioGroup>
      </Group>
      {chosen && (
        <Group title={`Your access to ${chosen.name}`}>
          {(chosen.needsAddress || view.settings.baseUrls[chosen.id] !== undefined) && (
            <AddressField key={chosen.id} provider={chosen} />
          )}
          <KeyEntry key={`key-${chosen.id}`} provider={chosen} />
        </Group>
      )}
    </>
  );
}

/** The provider that the next dictation uses. */
export function useChosenProvider(): ProviderView | undefined {
  const { view } = useSettingsChannel();
  return view.providers.find(({ id }) => id === view.settings.provider);
}

function ProviderOption({ provider: { id, name, host } }: { provider: ProviderView }) {
  const radioId = useId();
  return (
    <label htmlFor={radioId} className="flex min-h-11 items-center gap-3 px-3.5 py-2">
      <Radio.Root
        id={radioId}
        nativeButton
        render={<button type="button" />}
        value={id}
        className="flex size-4.5 shrink-0 items-center justify-center rounded-full border border-edge bg-field data-checked:border-transparent data-checked:bg-solid forced-colors:data-checked:bg-[Highlight]"
      >
        <Radio.Indicator className="size-2 rounded-full bg-on-solid" />
      </Radio.Root>
      <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
        <span>{name}</span>
        <span className="text-note text-muted">{host ?? 'Needs an address'}</span>
      </span>
    </label>
  );
}

function Destination({ host }: { host: string | null }) {
  if (host === null) return 'Nothing is sent until the server has an address.';
  return (
    <>
      What you say goes to <strong className="font-semibold text-ink">{host}</strong> to be turned into text, and
      nowhere else.
    </>
  );
}

function AddressField({ provider: { id } }: { provider: ProviderView }) {
  const { view, change } = useSettingsChannel();
  const [message] = rejectionsOf(view.rejected, `baseUrls.${id}`);

  function send(text: string): void {
    change(({ baseUrls: { [id]: _former, ...others } }) => ({
      baseUrls: text.trim() === '' ? others : { ...others, [id]: text.trim() },
    }));
  }

  return (
    <Block>
      <DraftField
        label="Address of the server"
        hint="Up to and including /v1, such as http://localhost:8000/v1."
        type="url"
        value={view.settings.baseUrls[id] ?? ''}
        error={message && `The address ${message}`}
        send={send}
      />
    </Block>
  );
}
