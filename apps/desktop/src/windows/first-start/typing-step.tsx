import { Group } from '../design/group.tsx';
import { ACCESSIBILITY, PermissionList } from '../settings/permission-list.tsx';
import { useSettingsChannel } from '../settings/settings-channel.tsx';

/** Asks that text may be typed into other programs, before that is tried. */
export function TypingStep() {
  const { permissions } = useSettingsChannel().view;
  return (
    <Group note="You can go on without: you then paste the text yourself. It can be allowed later too, in the settings under Self-check.">
      <PermissionList permissions={permissions.filter(({ id }) => id === ACCESSIBILITY)} />
    </Group>
  );
}
