import { Combobox } from '@base-ui/react/combobox';
import { useState } from 'react';
import { Block, Group } from '../design/group.tsx';
import { Status } from '../design/status.tsx';
import { isLanguageMeant, LANGUAGES, type Language, languageOf } from './languages.ts';
import { NotYourLanguage } from './on-device.tsx';
import { useRecognitionChoice } from './recognition-choice.ts';
import { rejectionsOf } from './rejections.ts';
import { RemovableList } from './removable-list.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';

const HERE = 'Used by a provider. Recognition on this computer always expects English.';
const BY_PROVIDER = 'Leave empty to detect it. Naming yours makes short dictations more reliable.';

/** The spoken languages, as a list to add to. */
export function LanguageChoice() {
  const { view, change } = useSettingsIpc();
  const { languages } = view.settings;
  const { chosen, knowsLanguage } = useRecognitionChoice();
  const isHere = chosen === 'on-device';
  const [message] = rejectionsOf(view.rejected, 'languages');
  return (
    <Group title="Languages you speak" note={isHere ? (knowsLanguage ? HERE : undefined) : BY_PROVIDER}>
      <Block>
        <LanguageList
          label="Languages you speak"
          languages={languages}
          onChange={(edit) => change((settings) => ({ languages: edit(settings.languages) }))}
        />
        <div role="status" className="mt-1 empty:hidden">
          {message !== undefined && <Status tone="danger">The list {message}</Status>}
        </div>
      </Block>
      {isHere && !knowsLanguage && <NotYourLanguage>Add it, or choose another provider.</NotYourLanguage>}
    </Group>
  );
}

interface LanguageListProps {
  label: string;
  languages: readonly string[];
  /** `edit` derives the new list from the newest one. */
  onChange(edit: (languages: readonly string[]) => string[]): void;
}

/** A list of languages that can be added to and removed from. */
export function LanguageList({ label, languages, onChange }: LanguageListProps) {
  return (
    <div className="space-y-2.5">
      <RemovableList
        label={label}
        items={languages.map(itemOf)}
        onRemove={(removed) => onChange((list) => list.filter((tag) => tag !== removed))}
      />
      <div>
        <LanguageField chosen={languages} onAdd={(added) => onChange((list) => [...list, added])} />
      </div>
    </div>
  );
}

function itemOf(tag: string) {
  const { name, ownName } = languageOf(tag);
  return { id: tag, label: name, ...(ownName !== name && { detail: ownName }) };
}

interface LanguageFieldProps {
  chosen: readonly string[];
  onAdd(tag: string): void;
}

function LanguageField({ chosen, onAdd }: LanguageFieldProps) {
  const [typed, setTyped] = useState('');
  return (
    <Combobox.Root<Language>
      items={LANGUAGES.filter(({ tag }) => !chosen.includes(tag))}
      filter={isLanguageMeant}
      itemToStringLabel={({ name }) => name}
      autoHighlight
      value={null}
      onValueChange={(language) => {
        if (language) onAdd(language.tag);
        setTyped('');
      }}
      inputValue={typed}
      onInputValueChange={setTyped}
    >
      <Combobox.Input
        aria-label="Add a language"
        placeholder="Add a language"
        className="block w-full rounded-md border border-edge bg-field px-2.5 py-1 focus-visible:outline-offset-0"
      />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-10 outline-none">
          <Combobox.Popup className="w-(--anchor-width) max-w-(--available-width) rounded-lg bg-key shadow-popup forced-colors:border">
            <Combobox.Empty>
              <div className="px-3 py-2 text-muted">No matching language.</div>
            </Combobox.Empty>
            <Combobox.List className="max-h-[min(16rem,var(--available-height))] scroll-py-1 overflow-y-auto p-1 outline-none empty:p-0">
              {(language: Language) => (
                <Combobox.Item
                  key={language.tag}
                  value={language}
                  className="flex cursor-default flex-wrap justify-between gap-x-4 rounded-md px-2 py-1 outline-none select-none data-highlighted:marked"
                >
                  <span>{language.name}</span>
                  {language.ownName !== language.name && (
                    <span lang={language.tag} className="opacity-80">
                      {language.ownName}
                    </span>
                  )}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
