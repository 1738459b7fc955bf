import type { CleanUpView } from '../../ipc/settings-messages.ts';
import { useSettingsIpc } from './settings-ipc.tsx';

/** Returns the state of tidying up. */
export function useCleanUp(): CleanUpView {
  return useSettingsIpc().view.cleanUp;
}

/** Returns the host that text is sent to for tidying up; null if it isn't sent anywhere. */
export function useCleanUpHost(): string | null {
  const { settings, cleanUp } = useSettingsIpc().view;
  const isWanted = settings.cleanUp.enabled || settings.appRules.some((rule) => rule.cleanUp === true);
  return isWanted && cleanUp.missing === null ? cleanUp.host : null;
}
