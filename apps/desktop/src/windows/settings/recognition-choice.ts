import { includesEnglish } from '@workspace/on-device/languages';
import { ON_THIS_COMPUTER, type ProviderId } from '@workspace/speech/provider';
import type { ProviderView } from '../../ipc/settings-messages.ts';
import { useSettingsIpc } from './settings-ipc.tsx';

/** What turns speech into text: the chosen provider, and the one used as long as that isn't possible. */
export interface RecognitionChoice {
  chosen: ProviderId;
  used: ProviderId;
  /** The chosen provider; undefined if that is this computer. */
  provider: ProviderView | undefined;
  /** The host that audio goes to; null if it can't go anywhere yet. */
  host: string | null;
  /** Whether recognition on this computer knows one of the chosen languages. */
  knowsLanguage: boolean;
}

/** Returns the choice. If the user made none, the provider in use counts as chosen. */
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

/** Returns what a provider needs before it can be used, in a word; undefined if nothing. */
export function lackOf({ host, key, needsAddress }: ProviderView): string | undefined {
  if (host === null) return 'an address';
  return key === 'none' && !needsAddress ? 'an API key' : undefined;
}
