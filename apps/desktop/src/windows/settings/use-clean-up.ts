import type { CleanUpView } from '../../channel/settings-messages.ts';
import { useSettingsChannel } from './settings-channel.tsx';

/** How it stands with tidying up. */
export function useCleanUp(): CleanUpView {
  return useSettingsChannel().view.cleanUp;
}

/** The host that texts go to, to be tidied up; null where they go nowhere. */
export function useCleanUpHost(): string | null {
  const { settings, cleanUp } = useSettingsChannel().view;
  const isWanted = settings.cleanUp.enabled || settings.appRules.some((rule) => rule.cleanUp === true);
  return isWanted && cleanUp.missing === null ? cleanUp.host : null;
}
