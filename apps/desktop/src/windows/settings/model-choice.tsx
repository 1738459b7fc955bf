import { useId } from 'react';
import type { ProviderView } from '../../ipc/settings-messages.ts';
import { Block, Group, Row } from '../design/group.tsx';
import { Select } from '../design/select.tsx';
import { SwitchRow } from '../design/switch.tsx';
import { DraftField } from './draft-field.tsx';
import { formatPrice } from './prices.ts';
import { rejectionsOf } from './rejections.ts';
import { useSettingsIpc } from './settings-ipc.tsx';

/** The provider's model, with its price, and whether text arrives word by word. */
export function ModelChoice({ provider }: { provider: ProviderView }) {
  const { view, change } = useSettingsIpc();
  const liveModel = provider.models.find(({ live }) => live);
  const hasChoice = liveModel !== undefined && provider.models.some(({ live }) => !live);
  const isLive = hasChoice && view.settings.live;
  return (
    <Group title="Model">
      {hasChoice && (
        <SwitchRow
          label="Live"
          detail={`Text appears word by word while you speak.${isLive ? '' : ` ${formatPrice(liveModel.pricePerMinute)}.`}`}
          checked={view.settings.live}
          onChange={(live) => change({ live })}
        />
      )}
      {isLive ? (
        <Row label="Model" detail={`${formatPrice(liveModel.pricePerMinute)}.`}>
          <span>{liveModel.id}</span>
        </Row>
      ) : provider.needsAddress ? (
        <ModelField key={provider.id} provider={provider} />
      ) : (
        <ModelSelect provider={provider} />
      )}
    </Group>
  );
}

/** For a provider with a known list of models. Live models are left to the switch if there are others. */
function ModelSelect({ provider: { id, models } }: { provider: ProviderView }) {
  const { view, change } = useSettingsIpc();
  const chosen = view.settings.models[id] ?? models[0]?.id ?? '';
  const hasPlain = models.some(({ live }) => !live);
  const offered = models.filter((model) => !model.live || !hasPlain || model.id === chosen);
  const price = models.find((model) => model.id === chosen)?.pricePerMinute ?? null;
  return (
    <Row label="Model" detail={`${formatPrice(price)}.`}>
      {offered.length > 1 ? (
        <Select
          label="Model"
          value={chosen}
          items={offered.map(({ id: value, pricePerMinute }) => ({
            value,
            label: value,
            detail: formatPrice(pricePerMinute),
          }))}
          onChange={(model) => change(({ models: others }) => ({ models: { ...others, [id]: model } }))}
        />
      ) : (
        <span>{chosen}</span>
      )}
    </Row>
  );
}

/** For a server that may have unknown models. */
function ModelField({ provider: { id, models } }: { provider: ProviderView }) {
  const { view, change } = useSettingsIpc();
  const listId = useId();
  const chosen = view.settings.models[id];
  const usual = models[0]?.id;
  const price = models.find((model) => model.id === (chosen ?? usual))?.pricePerMinute ?? null;
  const [message] = rejectionsOf(view.rejected, `models.${id}`);

  function send(text: string): void {
    change(({ models: { [id]: _former, ...others } }) => ({
      models: text.trim() === '' ? others : { ...others, [id]: text.trim() },
    }));
  }

  return (
    <Block>
      <DraftField
        label="Model"
        hint={`${formatPrice(price)}.`}
        placeholder={usual ?? ''}
        list={listId}
        value={chosen ?? ''}
        error={message && `The model name ${message}`}
        send={send}
      />
      <datalist id={listId}>
        {models.map((model) => (
          <option key={model.id} value={model.id} />
        ))}
      </datalist>
    </Block>
  );
}
