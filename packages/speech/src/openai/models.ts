import { OPENAI_REALTIME } from '../limits.ts';
import type { SttCaps, SttModel } from '../provider.ts';

/** What a model takes and does in a Realtime transcription session. */
export interface ModelTraits {
  /** Text arrives while audio is still being appended. Else it arrives after the commit. */
  live: boolean;
  /** Takes several languages and a list of keywords. Else one language. */
  takesLists: boolean;
  /** Takes a free text that sets the scene. */
  takesPrompt: boolean;
}

/** By how a model's name begins, since dated names (`…-2026-08-01`) are the same models. The first match counts. */
const FAMILIES: readonly (readonly [string, ModelTraits])[] = [
  ['gpt-live-transcribe', { live: true, takesLists: true, takesPrompt: true }],
  ['gpt-transcribe', { live: false, takesLists: true, takesPrompt: true }],
  ['gpt-realtime-whisper', { live: true, takesLists: false, takesPrompt: false }],
  ['', { live: false, takesLists: false, takesPrompt: true }],
];

/** The traits of a model, also of one unknown by name: those of the older models, which other servers imitate. */
export function traitsOf(model: string): ModelTraits {
  return FAMILIES.find(([beginning]) => model.startsWith(beginning))![1];
}

/** What the interface promises of a model. */
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
