import type { SttProvider } from '@workspace/speech/provider';

/** Begins a session with whatever key the provider was given, and resolves once that was refused or taken. No audio is sent. */
export function tryKey(provider: SttProvider): Promise<void> {
  return new Promise((resolve) => {
    const config = { model: provider.models[0]?.id ?? '', languages: [], keywords: [] };
    const session = provider.start(config, ({ type }) => {
      if (type === 'ready') session.cancel();
      if (type === 'ready' || type === 'closed') resolve();
    });
  });
}
