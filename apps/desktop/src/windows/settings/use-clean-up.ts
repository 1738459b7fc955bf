import type { CleanUpView } from '../../ipc/settings-messages.ts';
import { useSettingsIpc } from './settings-ipc.tsx';

/** The state of tidying up. */
export function useCleanUp(): CleanUpView {
  return useSettingsIpc().view.cleanUp;
}

/** The host that texts go to, to be tidied up; null if they go nowhere. */
export function useCleanUpHost(): string | null {
  const { settings, cleanUp } = useSettingsIpc().view;
  const isWanted = settings.cleanUp.enabled || settings.appRules.some((rule) => rule.cleanUp === true);
  return isWanted && cleanUp.missing === null ? cleanUp.host : null;
}
