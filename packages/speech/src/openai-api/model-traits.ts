/** What a model takes and does, in a session or as an upload. */
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
