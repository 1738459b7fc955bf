/** What a model accepts and does, in a session or for an upload. */
export interface ModelTraits {
  /** Text arrives while audio is still being appended; otherwise it arrives after the commit. */
  live: boolean;
  /** Accepts several languages and a list of keywords; otherwise one language. */
  takesLists: boolean;
  /** Accepts a free-text prompt. */
  takesPrompt: boolean;
}

/** By prefix of a model's name, since dated names (`…-2026-08-01`) are the same models. The first match wins. */
const FAMILIES: readonly (readonly [string, ModelTraits])[] = [
  ['gpt-live-transcribe', { live: true, takesLists: true, takesPrompt: true }],
  ['gpt-transcribe', { live: false, takesLists: true, takesPrompt: true }],
  ['gpt-realtime-whisper', { live: true, takesLists: false, takesPrompt: false }],
  ['', { live: false, takesLists: false, takesPrompt: true }],
];

/** Returns the traits of a model; for unknown names those of the older models, which other servers imitate. */
export function traitsOf(model: string): ModelTraits {
  return FAMILIES.find(([beginning]) => model.startsWith(beginning))![1];
}
