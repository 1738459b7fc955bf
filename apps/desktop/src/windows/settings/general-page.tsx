import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { SettingsView } from '../../channel/settings-messages.ts';
import { Group, Row } from '../design/group.tsx';
import { KeyCaps } from '../design/key-caps.tsx';
import { SwitchRow } from '../design/switch.tsx';
import { formatSpan, formatSpending } from './prices.ts';
import { useSettingsChannel } from './settings-channel.tsx';

/** What fits nowhere else: the menu where there is no menu bar, sounds, today's use, the version. */
export function GeneralPage() {
  const { view, change } = useSettingsChannel();
  return (
    <>
      <Menu />
      <Group title="Sounds">
        <SwitchRow
          label="Play sounds"
          detail="A short tone when recording starts and stops, and when something goes wrong."
          checked={view.settings.sounds}
          onChange={(sounds) => change({ sounds })}
        />
      </Group>
      <Today />
      <Group title="About">
        <Row label={PRODUCT_NAME}>
          <span className="text-muted">Version {view.version}</span>
        </Row>
      </Group>
    </>
  );
}

/** The app's menu, where it has no place in a menu bar. */
function Menu() {
  const { view } = useSettingsChannel();
  if (view.menu === null) return null;
  return (
    <Group title="Menu">
      {view.menu.map((entry) => entry.type === 'item' && <MenuItem key={entry.id} item={entry} />)}
    </Group>
  );
}

type MenuEntry = NonNullable<SettingsView['menu']>[number];

function MenuItem({ item: { id, label, enabled, chord } }: { item: Extract<MenuEntry, { type: 'item' }> }) {
  const { send } = useSettingsChannel();
  return (
    <button
      type="button"
      disabled={!enabled}
      onClick={() => send({ type: 'choose', item: id })}
      className="flex min-h-10 w-full cursor-default items-center justify-between gap-4 px-3.5 py-2 text-left -outline-offset-2 first:rounded-t-lg last:rounded-b-lg hover:not-disabled:bg-hover disabled:opacity-50"
    >
      {label}
      {chord !== null && <KeyCaps label={chord} />}
    </button>
  );
}

function Today() {
  const { view } = useSettingsChannel();
  const { seconds, dollars, hasUnpriced } = view.today;
  const note = hasUnpriced
    ? 'Some of it has no known price and is not in the cost. Your provider’s bill is what counts.'
    : 'Counted on this computer by the models’ prices. Your provider’s bill is what counts.';
  return (
    <Group title="Today" note={note}>
      <Row label="Dictated">
        <span className="tabular-nums">{formatSpan(seconds)}</span>
      </Row>
      <Row label="Cost">
        <span className="tabular-nums">
          {hasUnpriced ? 'At least ' : 'About '}
          {formatSpending(dollars)}
        </span>
      </Row>
    </Group>
  );
}
