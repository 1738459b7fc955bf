import { OPENAI_REALTIME } from '../limits.ts';
import { traitsOf } from '../openai-api/model-traits.ts';
import type { SttCaps, SttModel } from '../provider.ts';

/** Returns the capabilities of a model. */
export function capsOf(model: string): SttCaps {
  return {
    segmentation: 'client',
    phrases: 'short',
    live: traitsOf(model).live,
    maxSessionMs: OPENAI_REALTIME.maxSessionMs,
  };
}

/** The models offered, the default first. Prices: the provider's model pages, July 2026. */
export const MODELS: readonly SttModel[] = [
  { id: 'gpt-transcribe', pricePerMinute: 0.0045, caps: capsOf('gpt-transcribe') },
  { id: 'gpt-live-transcribe', pricePerMinute: 0.017, caps: capsOf('gpt-live-transcribe') },
  { id: 'gpt-realtime-whisper', pricePerMinute: 0.017, caps: capsOf('gpt-realtime-whisper') },
];
