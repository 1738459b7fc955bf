import { isSameApp } from '@workspace/dictation/app-rules';
import { useEffect, useState } from 'react';
import type { AppRule } from '../../ipc/settings-document.ts';
import { Button } from '../design/button.tsx';
import { Block, Group, Row } from '../design/group.tsx';
import { TextField } from '../design/text-field.tsx';
import { editorsOn, nameOfApp } from './app-names.ts';
import { AppRuleRow } from './app-rule.tsx';
import { rejectionsOf } from './rejections.ts';
import { useSettingsIpc } from './settings-ipc.tsx';

/** Rules for individual apps, with suggestions: the app used last, and code editors. */
export function AppsPage() {
  const { view, change } = useSettingsIpc();
  const { appRules } = view.settings;
  const rows = appRules.map((rule, index) => {
    const isUnused = appRules.findIndex(({ app }) => isSameApp(app, rule.app)) < index;
    return { rule, index, isUnused };
  });
  const [opened, setOpened] = useState<string>();
  const hasRule = (app: string) => appRules.some((rule) => isSameApp(rule.app, app));

  /** Adds a rule and opens it; opens the existing one if there is one. */
  function add(rule: AppRule): void {
    if (!hasRule(rule.app)) change((settings) => ({ appRules: [...settings.appRules, rule] }));
    setOpened(rule.app);
  }

  return (
    <>
      <Group
        title="Rules"
        note="Languages follow the app in front when you press the key. Everything else follows the app that gets the text."
      >
        {appRules.length === 0 && (
          <Row label="No rules yet" detail="Every app works the same. Add one below to make it different." />
        )}
        {rows.map(({ rule, index, isUnused }) => (
          <AppRuleRow
            key={index}
            rule={rule}
            index={index}
            isUnused={isUnused}
            isOpen={opened !== undefined && isSameApp(opened, rule.app)}
            onToggle={(isOpen) => setOpened(isOpen ? rule.app : undefined)}
          />
        ))}
      </Group>
      <Group title="Add an app" note={`Dictate in an app once, and it appears here. ${BY_HAND[view.platform]}`}>
        {view.lastApp !== null && !hasRule(view.lastApp) && <LastApp app={view.lastApp} onAdd={add} />}
        <Block>
          <AppEntry onAdd={add} />
        </Block>
      </Group>
      <Editors hasRule={hasRule} onAdd={add} />
    </>
  );
}

interface AddProps {
  onAdd(rule: AppRule): void;
}

function LastApp({ app, onAdd }: AddProps & { app: string }) {
  const name = nameOfApp(app);
  return (
    <Row label={name} detail={name === app ? 'The app you used last.' : `The app you used last: ${app}`}>
      <Button aria-label={`Add ${name}`} onClick={() => onAdd({ app })}>
        Add
      </Button>
    </Row>
  );
}

/** Any other app, by name. Rejected input stays here to be corrected. */
function AppEntry({ onAdd }: AddProps) {
  const { view } = useSettingsIpc();
  const [typed, setTyped] = useState('');
  const { appRules } = view.settings;
  const app = typed.trim();
  const isTaken = app !== '' && appRules.some((rule) => isSameApp(rule.app, app));
  const [message] = rejectionsOf(view.rejected, `appRules.${appRules.length}.app`);
  const listMessage = view.rejected['appRules'];
  const [isSent, setSent] = useState(false);

  useEffect(() => {
    if (!isSent || !isTaken) return;
    setTyped('');
    setSent(false);
  }, [isSent, isTaken]);

  function add(): void {
    if (app === '') return;
    onAdd({ app });
    setSent(true);
  }

  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label="Another app"
        placeholder={view.platform === 'mac' ? 'com.apple.Notes' : 'XTerm'}
        spellCheck={false}
        value={typed}
        error={message ? `This ${message}` : listMessage && `The list ${listMessage}`}
        onChange={(event) => {
          setTyped(event.target.value);
          setSent(false);
        }}
        onKeyDown={(event) => event.key === 'Enter' && add()}
      />
      <Button disabled={app === ''} onClick={add}>
        Add
      </Button>
    </div>
  );
}

const BY_HAND = {
  mac: 'To add another one, enter its bundle identifier.',
  other: 'To add another one, enter its window class: the second name that xprop WM_CLASS shows.',
} as const;

/**
 * Line breaks become spaces if a terminal may have the focus. Users who edit files in these programs may want to keep
 * them.
 */
function Editors({ hasRule, onAdd }: AddProps & { hasRule(app: string): boolean }) {
  const { view } = useSettingsIpc();
  const editors = editorsOn(view.platform).filter((app) => !hasRule(app));
  if (editors.length === 0) return null;
  return (
    <Group
      title="Line breaks in code editors"
      note="Code editors have a terminal inside, so line breaks become spaces there. If you keep them, each line you dictate into that terminal may run as a command."
    >
      <Block>
        <div className="flex flex-wrap gap-2">
          {editors.map((app) => (
            <Button key={app} onClick={() => onAdd({ app, lineBreaks: 'keep' })}>
              Keep in {nameOfApp(app)}
            </Button>
          ))}
        </div>
      </Block>
    </Group>
  );
}
