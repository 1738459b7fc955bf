import { ArrowRight, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Settings } from '../../ipc/settings-document.ts';
import { Button, IconButton } from '../design/button.tsx';
import { Block, Group } from '../design/group.tsx';
import { TextArea, TextField } from '../design/text-field.tsx';
import { blankHintOf } from './blank-hint.ts';
import { DraftArea, DraftField } from './draft-field.tsx';
import { rejectionsOf } from './rejections.ts';
import { SearchField, useSearch } from './search-field.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';

type Replacement = Settings['replacements'][number];

/** Words that are replaced in the text. */
export function Replacements() {
  const { view } = useSettingsIpc();
  const rows = view.settings.replacements.map((replacement, index) => ({ replacement, index }));
  const { isLong, found, field } = useSearch(rows, ({ replacement: { from, to } }) => `${from} ${to}`);
  const { replacements: listMessage } = view.rejected;
  return (
    <Group
      title="Replacements"
      note="Applied on this computer after recognition. Leave the right side empty to remove the words on the left."
    >
      <Block>
        <ReplacementEntry listMessage={listMessage} />
      </Block>
      {rows.length > 0 && (
        <Block>
          <div className="space-y-2.5">
            {isLong && <SearchField label="Search replacements" {...field} />}
            <ul className="max-h-96 space-y-4 overflow-y-auto p-0.5 sm:space-y-2">
              {found.map(({ replacement, index }) => (
                <ReplacementRow key={index} replacement={replacement} index={index} />
              ))}
            </ul>
          </div>
        </Block>
      )}
    </Group>
  );
}

interface ReplacementRowProps {
  replacement: Replacement;
  /** Index in the settings' list. */
  index: number;
}

function ReplacementRow({ replacement: { from, to }, index }: ReplacementRowProps) {
  const { view, change } = useSettingsIpc();
  const [fromMessage] = rejectionsOf(view.rejected, `replacements.${index}.from`);
  const [toMessage] = rejectionsOf(view.rejected, `replacements.${index}.to`);

  function edit(edited: Partial<Replacement>): void {
    change(({ replacements }) => ({
      replacements: replacements.map((other, at) => (at === index ? { ...other, ...edited } : other)),
    }));
  }

  return (
    <li className="grid grid-cols-[minmax(0,1fr)_1.5rem] gap-1.5 sm:grid-cols-[minmax(0,1fr)_1rem_minmax(0,1fr)_1.5rem]">
      <div className="col-span-2 sm:col-span-1">
        <DraftField
          label={`Replace, ${index + 1}`}
          hideLabel
          value={from}
          error={fromMessage && `This ${fromMessage}`}
          send={(text) => edit({ from: text.trim() })}
        />
      </div>
      <ArrowRight aria-hidden className="mt-1.5 hidden size-4 text-muted sm:block" />
      <DraftArea
        label={`With, ${index + 1}`}
        hideLabel
        placeholder="nothing"
        hint={blankHintOf(to)}
        value={to}
        error={toMessage && `This ${toMessage}`}
        send={(text) => edit({ to: text })}
      />
      <IconButton
        icon={Trash2}
        label={`Remove the replacement for ${from}`}
        className="mt-0.5"
        onClick={() =>
          change(({ replacements }) => ({ replacements: replacements.filter((_other, at) => at !== index) }))
        }
      />
    </li>
  );
}

/** A new replacement. Rejected input stays here to be corrected. */
function ReplacementEntry({ listMessage }: { listMessage: string | undefined }) {
  const { view, change } = useSettingsIpc();
  const [typed, setTyped] = useState<Replacement>(NOTHING);
  const [isSent, setSent] = useState(false);
  const { replacements } = view.settings;
  const [fromMessage] = rejectionsOf(view.rejected, `replacements.${replacements.length}.from`);
  const [toMessage] = rejectionsOf(view.rejected, `replacements.${replacements.length}.to`);
  const from = typed.from.trim();

  useEffect(() => {
    if (!isSent || !replacements.some((known) => known.from === from && known.to === typed.to)) return;
    setTyped(NOTHING);
    setSent(false);
  }, [replacements, isSent, from, typed.to]);

  function edit(edited: Partial<Replacement>): void {
    setTyped({ ...typed, ...edited });
    setSent(false);
  }

  function add(): void {
    if (from === '') return;
    change((settings) => ({ replacements: [...settings.replacements, { from, to: typed.to }] }));
    setSent(true);
  }

  const error = fromMessage ? `This ${fromMessage}` : listMessage && `The list ${listMessage}`;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="grid flex-[1_1_16rem] gap-1.5 sm:grid-cols-[minmax(0,1fr)_1rem_minmax(0,1fr)]">
        <TextField
          label="Replace"
          dir="auto"
          spellCheck={false}
          value={typed.from}
          error={error}
          onChange={(event) => edit({ from: event.target.value })}
          onKeyDown={(event) => event.key === 'Enter' && add()}
        />
        <ArrowRight aria-hidden className="mt-7 hidden size-4 text-muted sm:block" />
        <TextArea
          label="With"
          dir="auto"
          value={typed.to}
          error={toMessage && `This ${toMessage}`}
          onChange={(event) => edit({ to: event.target.value })}
        />
      </div>
      <Button disabled={from === ''} onClick={add}>
        Add
      </Button>
    </div>
  );
}

const NOTHING: Replacement = { from: '', to: '' };
