import { Check } from 'lucide-react';
import type { Menu } from '../../channel/menu.ts';
import { Group } from '../design/group.tsx';
import { KeyCaps } from '../design/key-caps.tsx';
import { useSettingsChannel } from './settings-channel.tsx';

type Entry = Menu[number];
type Item = Extract<Entry, { type: 'item' }>;

/** The app's menu, where it has no place in a menu bar. */
export function AppMenu() {
  const { menu } = useSettingsChannel().view;
  if (menu === null) return null;
  return (
    <Group title="Menu">
      {menu.map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels come and go without a name of their own
        <MenuEntry key={place} entry={entry} />
      ))}
    </Group>
  );
}

function MenuEntry({ entry }: { entry: Entry }) {
  switch (entry.type) {
    case 'item':
      return <MenuItem item={entry} />;
    case 'label':
      return <div className="px-3.5 py-2.5 text-muted">{entry.label}</div>;
    case 'submenu':
      return (
        <details>
          <summary className="min-h-10 px-3.5 py-2.5 -outline-offset-2 hover:bg-hover">{entry.label}</summary>
          <div className="divide-y divide-line border-t border-line pl-4">
            {entry.items.map((item) => (
              <MenuItem key={item.id} item={item} />
            ))}
          </div>
        </details>
      );
    case 'separator':
      return null;
  }
}

function MenuItem({ item: { id, label, enabled, chord, checked } }: { item: Item }) {
  const { send } = useSettingsChannel();
  return (
    <button
      type="button"
      disabled={!enabled}
      onClick={() => send({ type: 'choose', item: id })}
      className="flex min-h-10 w-full cursor-default items-center justify-between gap-4 px-3.5 py-2 text-left -outline-offset-2 first:rounded-t-lg last:rounded-b-lg hover:not-disabled:bg-hover disabled:opacity-50"
      {...(checked !== null && { 'aria-pressed': checked })}
    >
      {label}
      {checked === true && <Check aria-hidden className="size-4 shrink-0" />}
      {chord !== null && <KeyCaps label={chord} />}
    </button>
  );
}
