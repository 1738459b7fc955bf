import { PRODUCT_NAME } from '@workspace/contract/brand';
import { Copy, Download, Play } from 'lucide-react';
import { useState } from 'react';
import type { SelfCheckItem } from '../../ipc/settings-messages.ts';
import { Button } from '../design/button.tsx';
import { Block, Group } from '../design/group.tsx';
import { Status, StatusIcon, type Tone } from '../design/status.tsx';
import { PermissionList } from './permission-list.tsx';
import { saveText } from './save-text.ts';
import { useSettingsIpc } from './settings-ipc.tsx';

const STATES: Record<SelfCheckItem['status'], { tone: Tone; word: string }> = {
  running: { tone: 'busy', word: 'Checking' },
  good: { tone: 'good', word: 'Good' },
  warning: { tone: 'warning', word: 'Needs attention' },
  failed: { tone: 'danger', word: 'Failed' },
};

/** Checks everything that a dictation needs, with a report to pass on. */
export function SelfCheckPage() {
  const { view, send } = useSettingsIpc();
  const { isRunning, report } = view.selfCheck;
  const items = view.selfCheck.items.filter(({ id }) => !isOfPermission(id));
  return (
    <>
      {view.permissions.length > 0 && (
        <Group title="Permissions">
          <PermissionList permissions={view.permissions} />
        </Group>
      )}
      <Group title="Check">
        <Block>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-[1_1_14rem]">
              Checks permissions, shortcuts, the microphone and speech recognition. It listens for two seconds and sends
              no audio.
            </p>
            <Button tone="primary" icon={Play} disabled={isRunning} onClick={() => send({ type: 'run-self-check' })}>
              {isRunning ? 'Checking…' : items.length > 0 ? 'Check again' : 'Run self-check'}
            </Button>
          </div>
        </Block>
        {items.length > 0 && (
          <ul aria-live="polite" className="divide-y divide-line">
            {items.map((item) => (
              <CheckItem key={item.id} item={item} />
            ))}
          </ul>
        )}
      </Group>
      {report !== null && <Report report={report} />}
    </>
  );
}

/** Permissions are shown above in their current state; the report has their state at the time of the check. */
function isOfPermission(id: string): boolean {
  return id.startsWith('permission-');
}

function CheckItem({ item: { title, status, detail } }: { item: SelfCheckItem }) {
  const { tone, word } = STATES[status];
  return (
    <li className="flex items-start gap-2.5 px-3.5 py-2.5">
      <StatusIcon tone={tone} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap justify-between gap-x-4">
          <span className="font-medium">{title}</span>
          <span className="text-note text-muted">{word}</span>
        </div>
        <div className="text-note text-muted">{detail}</div>
      </div>
    </li>
  );
}

function Report({ report }: { report: string }) {
  const [copied, setCopied] = useState<'yes' | 'no'>();
  return (
    <Group
      title="Report"
      note="Send it to support if you need help. It contains what you see above, the version and your provider, but no API keys, nothing you said, none of your words and no device names."
    >
      <Block>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            icon={Copy}
            onClick={() =>
              navigator.clipboard.writeText(report).then(
                () => setCopied('yes'),
                () => setCopied('no'),
              )
            }
          >
            Copy report
          </Button>
          <Button icon={Download} onClick={() => saveText(`${PRODUCT_NAME} self-check.txt`, report)}>
            Save report
          </Button>
          <div role="status">
            {copied === 'yes' && <Status tone="good">Copied.</Status>}
            {copied === 'no' && <Status tone="danger">Couldn’t copy it. Save it instead.</Status>}
          </div>
        </div>
      </Block>
    </Group>
  );
}
