import { chordLabel } from '../../ipc/chord-label.ts';
import type { Command } from '../../ipc/commands.ts';
import type { Menu, MenuItem } from '../../ipc/menu.ts';
import { Button } from '../design/button.tsx';
import { Group, Row } from '../design/group.tsx';
import { KeyCaps } from '../design/key-caps.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';

/** Commands for the last dictation. */
const AFTERWARDS = ['paste-last', 'copy-last', 'retry'] as const;

/** The current state and the main commands, for systems without a menu bar item. */
export function AppStatus() {
  const { menu } = useSettingsIpc().view;
  if (menu === null) return null;
  const [state, ...facts] = menu.filter(({ type }) => type === 'label');
  // The other facts are shown elsewhere on the page.
  const plan = facts.at(-1);
  const [toggle, cancel, upgrade] = (['toggle', 'cancel', 'upgrade'] as const).map((id) => itemOf(menu, id));
  const afterwards = AFTERWARDS.flatMap((id) => itemOf(menu, id) ?? []).filter(({ enabled }) => enabled);
  return (
    <>
      <Group>
        <Row label={<span className="text-title font-semibold">{state && labelOf(state)}</span>}>
          {cancel?.enabled && <ItemButton item={cancel} />}
          {toggle && <ItemButton item={toggle} tone="primary" />}
        </Row>
        {plan && (
          <Row label={<span className="text-muted">{labelOf(plan)}</span>}>
            {upgrade && <ItemButton item={upgrade} />}
          </Row>
        )}
      </Group>
      {afterwards.length > 0 && (
        <Group title="Last dictation">
          {afterwards.map((item) => (
            <ItemRow key={item.id} item={item} />
          ))}
        </Group>
      )}
    </>
  );
}

/** Commands that leave the app: open the website and, last, quit. */
export function AppExit() {
  const { menu } = useSettingsIpc().view;
  const items = (['open-site', 'quit'] as const).flatMap((id) => (menu && itemOf(menu, id)) ?? []);
  if (items.length === 0) return null;
  return (
    <Group>
      {items.map((item) => (
        <ItemRow key={item.id} item={item} />
      ))}
    </Group>
  );
}

function itemOf(menu: Menu, wanted: Command): MenuItem | undefined {
  return menu.find((entry): entry is MenuItem => entry.type === 'item' && entry.id === wanted);
}

function labelOf(entry: Menu[number]): string {
  return entry.type === 'separator' ? '' : entry.label;
}

/** An item on its own line; the whole line is the button. */
function ItemRow({ item: { id, label, enabled, chord } }: { item: MenuItem }) {
  const { send, view } = useSettingsIpc();
  return (
    <button
      type="button"
      disabled={!enabled}
      onClick={() => send({ type: 'choose', item: id })}
      className="flex min-h-10 w-full cursor-default items-center justify-between gap-4 px-3.5 py-2 text-left -outline-offset-2 first:rounded-t-lg last:rounded-b-lg hover:not-disabled:bg-hover disabled:opacity-50"
    >
      {label}
      {chord !== null && <KeyCaps label={chordLabel(chord, view.platform)} />}
    </button>
  );
}

/** An item beside what it acts on, with its keys. */
function ItemButton({
  item: { id, label, enabled, chord },
  tone = 'plain',
}: {
  item: MenuItem;
  tone?: 'plain' | 'primary';
}) {
  const { send, view } = useSettingsIpc();
  return (
    <>
      {chord !== null && <KeyCaps label={chordLabel(chord, view.platform)} />}
      <Button tone={tone} disabled={!enabled} onClick={() => send({ type: 'choose', item: id })}>
        {label}
      </Button>
    </>
  );
}
