import { Group } from '../design/group.tsx';
import { ACCESSIBILITY, PermissionList } from '../settings/permission-list.tsx';
import { useSettingsIpc } from '../settings/settings-ipc.tsx';

/** Asks for permission to type into other programs before the user tries it. */
export function TypingStep() {
  const { permissions } = useSettingsIpc().view;
  return (
    <Group note="You can skip this and paste the text yourself. To allow it later, open Settings and choose Self-check.">
      <PermissionList permissions={permissions.filter(({ id }) => id === ACCESSIBILITY)} />
    </Group>
  );
}
