import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { AppRule, Settings } from '../../ipc/settings-document.ts';
import { IconButton } from '../design/button.tsx';
import { Row } from '../design/group.tsx';
import { Select } from '../design/select.tsx';
import { Status } from '../design/status.tsx';
import { nameOfApp } from './app-names.ts';
import { LanguageList } from './language-choice.tsx';
import { languageOf } from './languages.ts';
import { rejectionsOf } from './rejections.ts';
import { useSettingsIpc } from './settings-ipc.tsx';

/** A field of a rule with a few possible values: their labels, and their wording in a summary. */
interface Choice {
  field: Exclude<keyof AppRule, 'app' | 'languages'>;
  label: string;
  values: readonly { value: string | boolean; label: string; summary: string }[];
}

const CHOICES: readonly Choice[] = [
  {
    field: 'pressReturn',
    label: 'Press Return after each dictation',
    values: [
      { value: 'always', label: 'Yes', summary: 'presses Return' },
      { value: 'never', label: 'No', summary: 'doesn’t press Return' },
    ],
  },
  {
    field: 'lineBreaks',
    label: 'Line breaks',
    values: [
      { value: 'keep', label: 'Keep', summary: 'keeps line breaks' },
      { value: 'spaces', label: 'Turn into spaces', summary: 'no line breaks' },
    ],
  },
  {
    field: 'spokenCommands',
    label: 'Spoken commands',
    values: [
      { value: true, label: 'On', summary: 'spoken commands' },
      { value: false, label: 'Off', summary: 'no spoken commands' },
    ],
  },
  {
    field: 'removeFillers',
    label: 'Filler words',
    values: [
      { value: true, label: 'Remove', summary: 'removes filler words' },
      { value: false, label: 'Keep', summary: 'keeps filler words' },
    ],
  },
  {
    field: 'cleanUp',
    label: 'Tidy up',
    values: [
      { value: true, label: 'On', summary: 'tidies up' },
      { value: false, label: 'Off', summary: 'doesn’t tidy up' },
    ],
  },
  {
    field: 'insertWhileHolding',
    label: 'While you hold the key',
    values: [
      { value: true, label: 'Insert phrase by phrase', summary: 'inserts while you hold' },
      { value: false, label: 'Wait for the release', summary: 'inserts after the release' },
    ],
  },
];

const SAME = 'Same as everywhere';
const BY_FIELD = 'Depends on the field';

interface AppRuleRowProps {
  rule: AppRule;
  /** Index in the settings' list. */
  index: number;
  /** An earlier rule for the same app takes precedence. */
  isUnused: boolean;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
}

/** A rule: what is different in an app. Opens for editing. */
export function AppRuleRow({ rule, index, isUnused, isOpen, onToggle }: AppRuleRowProps) {
  const { view, change } = useSettingsIpc();
  const contentId = useId();
  const name = nameOfApp(rule.app);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const [message] = rejectionsOf(view.rejected, `appRules.${index}`);

  const edit: RuleFieldProps['onEdit'] = (edited) =>
    change(({ appRules }) => ({
      appRules: appRules.map((other, at) => (at === index ? { ...other, ...edited(other) } : other)),
    }));

  return (
    <div>
      <div className="flex items-center gap-2 px-3.5 py-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          className="-m-1 flex min-h-9 min-w-0 flex-1 cursor-default items-center gap-2.5 rounded-md p-1 text-left"
          onClick={() => onToggle(!isOpen)}
        >
          <Chevron aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="min-w-0">
            <span className="block truncate">
              {name}
              {name !== rule.app && <span className="text-note text-muted"> {rule.app}</span>}
            </span>
            <span className="block text-note text-muted">
              {isUnused ? 'Not used: an earlier rule for this app counts.' : summaryOf(rule)}
            </span>
          </span>
        </button>
        <IconButton
          icon={Trash2}
          label={`Remove the rule for ${name}`}
          onClick={() => change(({ appRules }) => ({ appRules: appRules.filter((_other, at) => at !== index) }))}
        />
      </div>
      {message !== undefined && (
        <div role="status" className="px-3.5 pb-2">
          <Status tone="danger">This {message}</Status>
        </div>
      )}
      <div id={contentId} hidden={!isOpen} className="border-t border-line bg-sunken sm:pl-6.5">
        <RuleLanguages rule={rule} name={name} onEdit={edit} />
        {CHOICES.map((choice) => (
          <RuleChoice key={choice.field} {...{ choice, rule, name }} onEdit={edit} />
        ))}
      </div>
    </div>
  );
}

interface RuleFieldProps {
  rule: AppRule;
  /** The app's name. */
  name: string;
  /** `edited` derives the changed fields from the newest rule. */
  onEdit(edited: (rule: AppRule) => Partial<AppRule>): void;
}

function RuleChoice({ choice: { field, label, values }, rule, name, onEdit }: RuleFieldProps & { choice: Choice }) {
  const { view } = useSettingsIpc();
  const same = sameAsEverywhere(view.settings, field, values);
  return (
    <Row
      label={label}
      {...(rule[field] === 'keep' && {
        detail: <Status tone="warning">In a terminal, each line may run as a command.</Status>,
      })}
    >
      <Select
        label={`${label}, ${name}`}
        value={rule[field] === undefined ? '' : String(rule[field])}
        items={[{ value: '', ...same }, ...values.map((item) => ({ value: String(item.value), label: item.label }))]}
        onChange={(chosen) => onEdit(() => ({ [field]: values.find(({ value }) => String(value) === chosen)?.value }))}
      />
    </Row>
  );
}

function RuleLanguages({ rule: { languages }, name, onEdit }: RuleFieldProps) {
  const { view } = useSettingsIpc();
  const everywhere = view.settings.languages;
  return (
    <>
      <Row label="Languages">
        <Select
          label={`Languages, ${name}`}
          value={languages === undefined ? '' : languages.length === 0 ? 'any' : 'these'}
          items={[
            { value: '', label: SAME, detail: namesOf(everywhere) },
            { value: 'any', label: 'Detect them' },
            { value: 'these', label: 'Choose…' },
          ]}
          onChange={(chosen) => {
            const first = everywhere[0] ?? 'en';
            const chosenNow = languages?.length ? languages : [first];
            onEdit(() => ({ languages: chosen === '' ? undefined : chosen === 'any' ? [] : chosenNow }));
          }}
        />
      </Row>
      {languages !== undefined && languages.length > 0 && (
        <div className="px-3.5 pb-3">
          <LanguageList
            label={`Languages in ${name}`}
            languages={languages}
            onChange={(edit) => onEdit((newest) => ({ languages: edit(newest.languages ?? []) }))}
          />
        </div>
      )}
    </>
  );
}

/** Summarizes what a rule changes in one line. */
function summaryOf(rule: AppRule): string {
  const chosen = CHOICES.flatMap(({ field, values }) => {
    const value = values.find((item) => item.value === rule[field]);
    return value ? [value.summary] : [];
  });
  const parts = [...(rule.languages ? [namesOf(rule.languages)] : []), ...chosen];
  if (parts.length === 0) return SAME;
  const line = parts.join(', ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function namesOf(languages: readonly string[]): string {
  return languages.length === 0 ? 'Any language' : languages.map((tag) => languageOf(tag).name).join(', ');
}

function sameAsEverywhere(settings: Settings, field: Choice['field'], values: Choice['values']) {
  if (field === 'lineBreaks') return { label: SAME, detail: BY_FIELD };
  const holds = field === 'cleanUp' ? settings.cleanUp.enabled : settings[field];
  const everywhere = values.find(({ value }) => value === holds);
  return { label: SAME, ...(everywhere && { detail: everywhere.label }) };
}
