import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId } from 'react';
import { CLEAN_UP_PROVIDER_IDS, type CleanUpProviderId, cleanUpFactsOf } from '../../ipc/clean-up-providers.ts';
import type { SettingsView } from '../../ipc/settings-messages.ts';
import { Button } from '../design/button.tsx';
import { Block, Group, Row } from '../design/group.tsx';
import { RadioSign } from '../design/radio-sign.tsx';
import { DraftField } from './draft-field.tsx';
import { KeyEntry, ProviderKeyEntry } from './key-entry.tsx';
import { rejectionsOf } from './rejections.ts';
import { useSettingsIpc } from './settings-ipc.tsx';
import { thisComputer } from './this-computer.ts';
import { useCleanUp } from './use-clean-up.ts';

/** The language model, its address, and its key. */
export function LanguageModelChoice() {
  const { view, change } = useSettingsIpc();
  const { provider } = view.settings.cleanUp;
  return (
    <>
      <Group title="Language model" note={<Destination />}>
        <RadioGroup<CleanUpProviderId>
          aria-label="Language model"
          value={provider}
          // Address and model belong to the previous provider.
          onValueChange={(chosen) =>
            change(({ cleanUp }) => ({ cleanUp: { ...cleanUp, provider: chosen, baseUrl: null, model: null } }))
          }
          className="divide-y divide-line"
        >
          {CLEAN_UP_PROVIDER_IDS.map((id) => (
            <Option key={id} id={id} about={aboutProvider(id, view.platform)} />
          ))}
        </RadioGroup>
      </Group>
      <Access key={provider} />
    </>
  );
}

function aboutProvider(id: CleanUpProviderId, platform: SettingsView['platform']): string {
  switch (cleanUpFactsOf(id).key) {
    case 'speech':
      return 'With the same API key as speech';
    case 'none':
      return `On ${thisComputer(platform)} · Free`;
    case 'own':
      return 'Any server with OpenAI’s interface';
  }
}

function Option({ id, about }: { id: CleanUpProviderId; about: string }) {
  const radioId = useId();
  return (
    <label htmlFor={radioId} className="flex min-h-11 items-center gap-3 px-3.5 py-2">
      <Radio.Root id={radioId} nativeButton render={<button type="button" />} value={id} className="rounded-full">
        <RadioSign />
      </Radio.Root>
      <span className="min-w-0 flex-1">
        <span className="block">{cleanUpFactsOf(id).name}</span>
        <span className="block text-note text-muted">{about}</span>
      </span>
    </label>
  );
}

/** Where text is sent. */
function Destination() {
  const { missing, host } = useCleanUp();
  if (missing !== null) return `${LACKS[missing]} Until then, your text stays as you said it.`;
  return (
    <>
      When it’s tidied up, your text goes to <strong className="font-semibold text-ink">{host}</strong> and nowhere
      else.
    </>
  );
}

const LACKS = {
  address: 'Enter the server’s address.',
  key: 'Add an API key.',
  model: 'Choose a model.',
} as const;

function Access() {
  const { view, send } = useSettingsIpc();
  const { provider } = view.settings.cleanUp;
  const { name, key } = cleanUpFactsOf(provider);
  const { host, hasOwnKey } = useCleanUp();
  const openAi = view.providers.find(({ id }) => id === 'openai');
  return (
    <Group title={`Your access to ${provider === 'compatible' ? 'it' : name}`}>
      {key !== 'speech' && <AddressField />}
      {key === 'speech' && openAi && <ProviderKeyEntry provider={openAi} keepsSpeech />}
      {key === 'own' && host !== null && (
        <KeyEntry
          // A key belongs to an address.
          key={host}
          state={hasOwnKey ? 'stored' : 'none'}
          isOptional
          enterLabel="Add"
          onEnter={(typed) => send({ type: 'set-model-key', key: typed })}
          onRemove={() => send({ type: 'set-model-key', key: '' })}
        />
      )}
      <ModelField />
    </Group>
  );
}

function AddressField() {
  const { view, change } = useSettingsIpc();
  const { provider, baseUrl } = view.settings.cleanUp;
  const usual = cleanUpFactsOf(provider).baseUrl;
  const [message] = rejectionsOf(view.rejected, 'cleanUp.baseUrl');
  return (
    <Block>
      <DraftField
        label="Server address"
        hint="Up to and including /v1, for example http://localhost:8000/v1."
        placeholder={usual ?? ''}
        type="url"
        value={baseUrl ?? ''}
        error={message && `The address ${message}`}
        send={(text) =>
          change(({ cleanUp }) => ({ cleanUp: { ...cleanUp, baseUrl: text.trim() === '' ? null : text.trim() } }))
        }
      />
    </Block>
  );
}

function ModelField() {
  const { view, change, send } = useSettingsIpc();
  const listId = useId();
  const { provider, model } = view.settings.cleanUp;
  const { host, models } = useCleanUp();
  const usual = cleanUpFactsOf(provider).model;
  const [message] = rejectionsOf(view.rejected, 'cleanUp.model');
  return (
    <>
      <Block>
        <DraftField
          label="Model"
          placeholder={usual ?? ''}
          list={listId}
          value={model ?? ''}
          error={message && `The model name ${message}`}
          send={(text) =>
            change(({ cleanUp }) => ({ cleanUp: { ...cleanUp, model: text.trim() === '' ? null : text.trim() } }))
          }
        />
        <datalist id={listId}>
          {models?.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </Block>
      {host !== null && usual === undefined && (
        <Row label="Models on this server" detail={models ? hintOf(models) : 'Enter one of them by its name.'}>
          <Button onClick={() => send({ type: 'find-models' })}>Find models</Button>
        </Row>
      )}
    </>
  );
}

function hintOf(models: readonly string[]): string {
  if (models.length === 0) return 'The server named no models. Is it running?';
  const first = models.slice(0, 4).join(', ');
  return models.length > 4 ? `${first} and ${models.length - 4} more.` : `${first}.`;
}
