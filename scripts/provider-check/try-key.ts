import type { SttProvider } from '@workspace/speech/provider';

/** Starts a session with the provider's key, and resolves once the key was rejected or accepted. Sends no audio. */
export function tryKey(provider: SttProvider): Promise<void> {
  return new Promise((resolve) => {
    const config = { model: provider.models[0]?.id ?? '', languages: [], keywords: [] };
    const session = provider.start(config, ({ type }) => {
      if (type === 'ready') session.cancel();
      if (type === 'ready' || type === 'closed') resolve();
    });
  });
}
