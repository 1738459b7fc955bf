import { includesEnglish } from '@workspace/on-device/languages';
import { ON_THIS_COMPUTER, type ProviderId } from '@workspace/speech/provider';
import type { ProviderView } from '../../ipc/settings-messages.ts';
import { useSettingsIpc } from './settings-ipc.tsx';

/** What turns speech into text: what is chosen, and what is used as long as that can't be. */
export interface RecognitionChoice {
  chosen: ProviderId;
  used: ProviderId;
  /** The provider that is chosen; undefined if that is this computer. */
  provider: ProviderView | undefined;
  /** Where audio goes; null if it can't go anywhere yet. */
  host: string | null;
  /** Whether this computer understands one of the languages chosen. */
  knowsLanguage: boolean;
}

/** Without a choice of the user's, what is used counts as chosen. */
export function useRecognitionChoice(): RecognitionChoice {
  const { settings, usedProvider: used, providers } = useSettingsIpc().view;
  const chosen = settings.provider ?? used;
  const find = (wanted: ProviderId) => providers.find(({ id }) => id === wanted);
  return {
    chosen,
    used,
    provider: find(chosen),
    host: used === 'on-device' ? ON_THIS_COMPUTER : (find(used)?.host ?? null),
    knowsLanguage: includesEnglish(settings.languages),
  };
}

/** What a provider needs before it can be used, in a word; undefined if it needs nothing. */
export function lackOf({ host, key, needsAddress }: ProviderView): string | undefined {
  if (host === null) return 'an address';
  return key === 'none' && !needsAddress ? 'an API key' : undefined;
}
