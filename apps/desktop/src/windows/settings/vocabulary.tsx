import { type KeyboardEvent, useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Block, Group } from '../design/group.tsx';
import { TextArea } from '../design/text-field.tsx';
import { RemovableList } from './removable-list.tsx';
import { SearchField, useSearch } from './search-field.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';

/** Names and terms that the provider should know. */
export function Vocabulary() {
  const { view, change } = useSettingsIpc();
  const words = view.settings.vocabulary;
  const { isLong, found, field } = useSearch(words, (word) => word);
  return (
    <Group
      title="Vocabulary"
      note="Names and terms to listen for. They’re sent to the provider along with your speech."
    >
      <Block>
        <WordEntry />
      </Block>
      {words.length > 0 && (
        <Block>
          <div className="space-y-2.5">
            {isLong && <SearchField label="Search vocabulary" {...field} />}
            <div className="max-h-72 overflow-y-auto p-0.5">
              <RemovableList
                label="Vocabulary"
                items={found.map((word) => ({ id: word, label: word }))}
                onRemove={(removed) =>
                  change(({ vocabulary }) => ({ vocabulary: vocabulary.filter((word) => word !== removed) }))
                }
              />
            </div>
          </div>
        </Block>
      )}
    </Group>
  );
}

/** One word, or many on separate lines. Rejected words stay here to be corrected. */
function WordEntry() {
  const { view, change } = useSettingsIpc();
  const [typed, setTyped] = useState('');
  const [isSent, setSent] = useState(false);
  const words = linesOf(typed);
  const problems = problemsOf(view.rejected, view.settings.vocabulary.length, words);

  useEffect(() => {
    if (!isSent || !linesOf(typed).every((word) => view.settings.vocabulary.includes(word))) return;
    setTyped('');
    setSent(false);
  }, [view, typed, isSent]);

  function add(): void {
    if (words.length === 0) return;
    change(({ vocabulary }) => ({ vocabulary: [...new Set([...vocabulary, ...words])] }));
    setSent(true);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }

  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="flex-[1_1_12rem]">
        <TextArea
          label="Add words"
          hideLabel
          placeholder="A word or name, or several, one per line"
          dir="auto"
          spellCheck={false}
          value={typed}
          error={problems.length > 0 ? problems.join(' ') : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setSent(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Button disabled={words.length === 0} onClick={add}>
        {words.length > 1 ? `Add ${words.length} words` : 'Add'}
      </Button>
    </div>
  );
}

/** Splits typed text into lines, without empty lines and duplicates. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** The app's messages, each after its word; the indexes of new words follow those of existing ones. */
function problemsOf(rejected: Record<string, string>, known: number, words: readonly string[]): string[] {
  return Object.entries(rejected).flatMap(([path, message]) => {
    const [field, index] = path.split('.');
    if (field !== 'vocabulary') return [];
    if (index === undefined) return `The vocabulary ${message}`;
    const word = words[Number(index) - known];
    return word === undefined ? `A word ${message}` : `“${shortened(word)}” ${message}`;
  });
}

function shortened(word: string): string {
  return word.length > 30 ? `${word.slice(0, 29)}…` : word;
}
