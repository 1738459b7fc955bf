import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { Permission } from '../../ipc/system-messages.ts';
import { Button } from '../design/button.tsx';
import { StatusIcon } from '../design/status.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';

/** Id of the permission to type into other programs. */
export const ACCESSIBILITY = 'accessibility';

/** The required permissions, whether they are granted, and how to grant them. Follows the system's answers. */
export function PermissionList({ permissions }: { permissions: readonly Permission[] }) {
  return (
    <ul aria-live="polite" className="divide-y divide-line">
      {permissions.map((permission) => (
        <PermissionItem key={permission.id} permission={permission} />
      ))}
    </ul>
  );
}

function PermissionItem({ permission: { id, title, granted, detail, canRequest } }: { permission: Permission }) {
  const { send } = useSettingsIpc();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3.5 py-2.5">
      <div className="flex min-w-0 flex-[1_1_14rem] items-start gap-2.5">
        <StatusIcon tone={granted ? 'good' : 'warning'} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{title}</span>
            <span className="text-note text-muted">{granted ? 'Allowed' : 'Not allowed yet'}</span>
          </div>
          <div className="text-note text-muted">{detail}</div>
        </div>
      </div>
      {canRequest && !granted && (
        <Button aria-label={`Allow: ${title}`} onClick={() => send({ type: 'request-permission', id })}>
          Allow…
        </Button>
      )}
      {id === ACCESSIBILITY && !granted && <StaleEntry />}
    </li>
  );
}

/** After an update, the system may still show an entry that it made for the previous version but no longer honors. */
function StaleEntry() {
  return (
    <details className="w-full text-note">
      <summary className="w-fit rounded-sm">Already turned on there?</summary>
      <div className="mt-1.5 text-muted">
        <p>That entry belongs to an earlier version of {PRODUCT_NAME}, which can happen after an update. To fix it:</p>
        <ol className="mt-1 list-decimal space-y-0.5 pl-5">
          <li>
            In System Settings, open Privacy & Security (Security & Privacy before macOS 13), then Accessibility (Device
            Control and Data Access in macOS 27 or later).
          </li>
          <li>Select {PRODUCT_NAME} in the list and remove it with the minus button. Turning it off isn’t enough.</li>
          <li>Add it again with the plus button, from your Applications folder.</li>
        </ol>
      </div>
    </details>
  );
}
