import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ProviderId } from '@workspace/speech/provider';
import { type ReactNode, useId, useState } from 'react';
import type { ProviderView } from '../../ipc/settings-messages.ts';
import { Block, Group } from '../design/group.tsx';
import { RadioSign } from '../design/radio-sign.tsx';
import { Status } from '../design/status.tsx';
import { DraftField } from './draft-field.tsx';
import { ProviderKeyEntry } from './key-entry.tsx';
import { NotYourLanguage } from './on-device.tsx';
import { formatMinutePrice } from './prices.ts';
import { lackOf, useRecognitionChoice } from './recognition-choice.ts';
import { rejectionsOf } from './rejections.ts';
import { useSettingsIpc } from './settings-ipc.tsx';
import { thisComputer } from './this-computer.ts';

interface ProviderChoiceProps {
  /** Whether this computer is offered alongside the remote providers. */
  withThisComputer?: boolean;
}

/** The provider, its address, and its key. */
export function ProviderChoice({ withThisComputer = false }: ProviderChoiceProps) {
  const { view, change } = useSettingsIpc();
  const { chosen, provider, knowsLanguage } = useRecognitionChoice();
  const providers = useKeysFirst(view.providers);
  return (
    <>
      <Group title="Provider" note={<Destination />}>
        <RadioGroup<ProviderId>
          aria-label="Provider"
          value={chosen}
          onValueChange={(id) => change({ provider: id })}
          className="divide-y divide-line"
        >
          {withThisComputer && (
            <Option id="on-device" name={`On ${thisComputer(view.platform)}`} about="English only · Free" />
          )}
          {providers.map((offered) => (
            <Option
              key={offered.id}
              id={offered.id}
              name={offered.name}
              about={aboutProvider(offered)}
              where={offered.host ?? 'Needs an address'}
            >
              {offered.key !== 'none' && <Status tone="good">Key added</Status>}
            </Option>
          ))}
        </RadioGroup>
        {chosen === 'on-device' && !knowsLanguage && (
          <NotYourLanguage>Add it, or choose another provider.</NotYourLanguage>
        )}
      </Group>
      {provider && <Access provider={provider} />}
    </>
  );
}

/**
 * Puts providers with a key first. The order stays fixed while the list is open, so that nothing moves under the
 * pointer when a key is added.
 */
function useKeysFirst(providers: readonly ProviderView[]): ProviderView[] {
  const [first] = useState(() => new Set(providers.flatMap(({ id, key }) => (key === 'none' ? [] : [id]))));
  const rank = ({ id }: ProviderView) => (first.has(id) ? 0 : 1);
  return providers.toSorted((one, other) => rank(one) - rank(other));
}

/** What distinguishes providers: the price per minute, and when text arrives. */
function aboutProvider({ models }: ProviderView): string {
  const [usual] = models;
  const price = usual?.pricePerMinute == null ? [] : [formatMinutePrice(usual.pricePerMinute)];
  return [...price, whenTextComes(models)].join(' · ');
}

function whenTextComes(models: ProviderView['models']): string {
  if (models[0]?.live) return 'Live';
  return models.some(({ live }) => live) ? 'Live optional' : 'After you finish';
}

interface OptionProps {
  id: ProviderId;
  name: string;
  about: string;
  /** Where the audio goes. */
  where?: string;
  children?: ReactNode;
}

function Option({ id, name, about, where, children }: OptionProps) {
  const radioId = useId();
  return (
    <label htmlFor={radioId} className="flex min-h-11 items-center gap-3 px-3.5 py-2">
      <Radio.Root id={radioId} nativeButton render={<button type="button" />} value={id} className="rounded-full">
        <RadioSign />
      </Radio.Root>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-4">
          <span>{name}</span>
          {children}
        </span>
        <span className="flex flex-wrap justify-between gap-x-4 text-note text-muted">
          <span>{about}</span>
          <span>{where}</span>
        </span>
      </span>
    </label>
  );
}

/** Where the next dictation's audio goes. */
function Destination() {
  const { platform } = useSettingsIpc().view;
  const { used, provider, host, knowsLanguage } = useRecognitionChoice();
  const here = thisComputer(platform);
  if (used === 'on-device') {
    if (!knowsLanguage) return 'Until then, you can’t dictate.';
    const lack = provider && lackOf(provider);
    return lack === undefined
      ? `Your speech is turned into text on ${here} and never leaves it.`
      : `Until ${provider?.name} has ${lack}, your speech is turned into text on ${here} and never leaves it.`;
  }
  if (host === null) return 'Nothing is sent until you enter the server’s address.';
  return (
    <>
      Your speech goes to <strong className="font-semibold text-ink">{host}</strong> and nowhere else.
    </>
  );
}

function Access({ provider }: { provider: ProviderView }) {
  const { id, name, needsAddress } = provider;
  const { baseUrls } = useSettingsIpc().view.settings;
  return (
    <Group title={`Your access to ${name}`}>
      {(needsAddress || baseUrls[id] !== undefined) && <AddressField key={id} provider={provider} />}
      <ProviderKeyEntry key={`key-${id}`} provider={provider} />
    </Group>
  );
}

function AddressField({ provider: { id } }: { provider: ProviderView }) {
  const { view, change } = useSettingsIpc();
  const [message] = rejectionsOf(view.rejected, `baseUrls.${id}`);

  function send(text: string): void {
    change(({ baseUrls: { [id]: _former, ...others } }) => ({
      baseUrls: text.trim() === '' ? others : { ...others, [id]: text.trim() },
    }));
  }

  return (
    <Block>
      <DraftField
        label="Server address"
        hint="Up to and including /v1, for example http://localhost:8000/v1."
        type="url"
        value={view.settings.baseUrls[id] ?? ''}
        error={message && `The address ${message}`}
        send={send}
      />
    </Block>
  );
}
