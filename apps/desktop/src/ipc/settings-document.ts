import { baseUrlSchema } from '@workspace/speech/base-url';
import { PROVIDER_IDS } from '@workspace/speech/provider';
import { REMOTE_PROVIDER_IDS } from '@workspace/speech/registry';
import { z } from 'zod';
import { chordSchema, startChordSchema } from './chord.ts';
import { CLEAN_UP_PROVIDER_IDS } from './clean-up-providers.ts';

export const providerIdSchema = z.enum(PROVIDER_IDS);
export const remoteProviderIdSchema = z.enum(REMOTE_PROVIDER_IDS);

/** The most words in the vocabulary, and the most replacements. */
export const MAX_WORDS = 500;

/** Text from the user. Messages follow the field's name. */
function text(maxLength: number) {
  return z.string().max(maxLength, `can have at most ${maxLength.toLocaleString('en')} characters.`);
}

function phrase(maxLength: number) {
  return text(maxLength).trim().min(1, 'can’t be empty.');
}

function list<T extends z.ZodType>(entry: T, maxLength: number) {
  return z.array(entry).max(maxLength, `can have at most ${maxLength} entries.`);
}

/** A word or phrase that providers should know. */
const vocabularyEntrySchema = phrase(100);
const replacementSchema = z.object({ from: phrase(200), to: text(2_000) });
const languageSchema = z.string().refine(isLanguageTag, 'isn’t a language tag.');
const pressReturnSchema = z.enum(['never', 'always']);

/** Settings that apply in one app instead of the general ones. Missing: same as elsewhere. */
const appRuleSchema = z.object({
  /** The bundle id on a Mac, the class in `WM_CLASS` under X11. */
  app: phrase(200),
  languages: list(languageSchema, 10).optional(),
  pressReturn: pressReturnSchema.optional(),
  lineBreaks: z.enum(['keep', 'spaces']).optional(),
  spokenCommands: z.boolean().optional(),
  removeFillers: z.boolean().optional(),
  cleanUp: z.boolean().optional(),
  insertWhileHolding: z.boolean().optional(),
});
export type AppRule = z.infer<typeof appRuleSchema>;

/** Tidying up text with a language model. The same model edits by voice. */
const cleanUpSchema = z.object({
  enabled: z.boolean(),
  provider: z.enum(CLEAN_UP_PROVIDER_IDS),
  /** null: the provider's usual address. For OpenAI, the address of its speech recognition. */
  baseUrl: baseUrlSchema.nullable(),
  /** null: the provider's default, if it has one. */
  model: phrase(100).nullable(),
  /** The user's additional instructions. */
  instructions: text(2_000),
  /** How long the text may take after it was heard, in milliseconds. */
  limitMs: z.int('isn’t a whole number.').min(500, 'can’t be under 500.').max(30_000, 'can’t be over 30,000.'),
  /** Whether phrases inserted one by one are tidied up too, each on its own. */
  byPhrase: z.boolean(),
});
export type CleanUpSettings = z.infer<typeof cleanUpSchema>;

/**
 * The user's choices, as stored and shown; never a key. A missing field has its default. Messages follow the field's
 * name.
 */
export const settingsSchema = z.object({
  version: z.literal(1),
  /** null: none is chosen. Then it is the first with a key, otherwise recognition on this computer. */
  provider: providerIdSchema.nullable(),
  /** Recognition on this computer takes over if the provider fails. */
  onDeviceFallback: z.boolean(),
  /** The model of each provider; without one, a provider uses its default. */
  models: z.partialRecord(remoteProviderIdSchema, phrase(100)),
  /** Word by word, if the provider has a model that supports it. */
  live: z.boolean(),
  /** Addresses of providers that aren't at their usual one. */
  baseUrls: z.partialRecord(remoteProviderIdSchema, baseUrlSchema),
  /** BCP 47 tags of the languages spoken; empty: the provider detects them. */
  languages: list(languageSchema, 10),
  vocabulary: list(vocabularyEntrySchema, MAX_WORDS),
  replacements: list(replacementSchema, MAX_WORDS),
  /** The device to record with; null: the system's default. Its label finds it again if its id has changed. */
  microphone: z.object({ id: z.string(), label: z.string() }).nullable(),
  /**
   * Records with the built-in microphone while sound comes out of a Bluetooth headset, which would otherwise sound
   * worse.
   */
  builtInWithBluetooth: z.boolean(),
  /** Keeps the microphone open for a while after a dictation, so that the next one starts immediately. */
  keepMicrophoneWarm: z.boolean(),
  chords: z.object({
    hold: startChordSchema,
    /** Like hold, and presses Return afterwards; null: none. */
    send: startChordSchema.nullable(),
    /** Held to say what to do with the selection; null: none. */
    edit: startChordSchema.nullable(),
    toggle: startChordSchema,
    cancel: chordSchema,
    pasteLast: chordSchema,
  }),
  /** Whether Return is pressed after each inserted dictation. */
  pressReturn: pressReturnSchema,
  /** Whether a tap of the hold or send key keeps recording until the next one. */
  tapToLatch: z.boolean(),
  /** Whether phrases are inserted while the key is down, if that doesn't interfere with typing. */
  insertWhileHolding: z.boolean(),
  spokenCommands: z.boolean(),
  removeFillers: z.boolean(),
  fitToCaret: z.boolean(),
  cleanUp: cleanUpSchema,
  /** The first rule for an app applies. */
  appRules: list(appRuleSchema, 100),
  /** Mutes the system's sound while recording. */
  muteWhileRecording: z.boolean(),
  sounds: z.boolean(),
  /** Whether onboarding has been completed. */
  onboarded: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Returns the chords that apply until the user changes them. */
export function defaultChords(platform: 'mac' | 'other'): Settings['chords'] {
  const modifier = platform === 'mac' ? 'Command' : 'Control';
  return {
    hold: `${modifier}+Shift+Space`,
    send: null,
    edit: null,
    toggle: `${modifier}+Shift+T`,
    cancel: `${modifier}+Shift+C`,
    // Control+Shift+V is the paste key of terminals.
    pasteLast: platform === 'mac' ? 'Command+Control+V' : 'Control+Alt+V',
  };
}

/** A change from a window: any fields except the version. */
export const settingsChangeSchema = settingsSchema.omit({ version: true }).partial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

function isLanguageTag(tag: string): boolean {
  try {
    return new Intl.Locale(tag).toString() === tag;
  } catch {
    return false;
  }
}
