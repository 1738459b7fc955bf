import { baseUrlSchema } from '@workspace/speech/base-url';
import { PROVIDER_IDS } from '@workspace/speech/provider';
import { REMOTE_PROVIDER_IDS } from '@workspace/speech/registry';
import { z } from 'zod';
import { chordSchema, startChordSchema } from './chord.ts';
import { CLEAN_UP_PROVIDER_IDS } from './clean-up-providers.ts';

export const providerIdSchema = z.enum(PROVIDER_IDS);
export const remoteProviderIdSchema = z.enum(REMOTE_PROVIDER_IDS);

/** How many words the vocabulary can have, and how many replacements there can be. */
export const MAX_WORDS = 500;

/** A text of the user's, with messages that go on after the name of its field. */
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

/** What holds in one app in place of what holds elsewhere. Missing: the same as elsewhere. */
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

/** Texts are tidied up by a language model. The model is also the one that edits by voice. */
const cleanUpSchema = z.object({
  enabled: z.boolean(),
  provider: z.enum(CLEAN_UP_PROVIDER_IDS),
  /** null: the provider's usual one. OpenAI is where its speech is. */
  baseUrl: baseUrlSchema.nullable(),
  /** null: the provider's usual one, if it has any. */
  model: phrase(100).nullable(),
  /** What the user wants besides. */
  instructions: text(2_000),
  /** How long the text may take, from when it was heard, in milliseconds. */
  limitMs: z.int('isn’t a whole number.').min(500, 'can’t be under 500.').max(30_000, 'can’t be over 30,000.'),
  /** Phrases that are inserted one by one are tidied up too, each by itself. */
  byPhrase: z.boolean(),
});
export type CleanUpSettings = z.infer<typeof cleanUpSchema>;

/**
 * What the user has chosen, as it is stored and shown; never a key. A field that is missing has its default. Messages go
 * on after the name of the field.
 */
export const settingsSchema = z.object({
  version: z.literal(1),
  /** null: none is chosen. Then it is the first one that there is a key for, else recognition on this computer. */
  provider: providerIdSchema.nullable(),
  /** Recognition on this computer takes over if the provider fails. */
  onDeviceFallback: z.boolean(),
  /** The model of each provider; a provider without one uses its default. */
  models: z.partialRecord(remoteProviderIdSchema, phrase(100)),
  /** Word by word, if the provider has a model for that. */
  live: z.boolean(),
  /** Where a provider is, if not at its usual address. */
  baseUrls: z.partialRecord(remoteProviderIdSchema, baseUrlSchema),
  /** BCP 47 tags of the languages spoken; empty: the provider finds out. */
  languages: list(languageSchema, 10),
  vocabulary: list(vocabularyEntrySchema, MAX_WORDS),
  replacements: list(replacementSchema, MAX_WORDS),
  /** The device to record with; null: the system's default. Its label finds it again if its id has changed. */
  microphone: z.object({ id: z.string(), label: z.string() }).nullable(),
  /** Records with the built-in microphone while sound comes out of a Bluetooth headset, which would sound worse otherwise. */
  builtInWithBluetooth: z.boolean(),
  /** Keeps the microphone open for a while after a dictation, so that the next one starts at once. */
  keepMicrophoneWarm: z.boolean(),
  chords: z.object({
    hold: startChordSchema,
    /** Like hold, and presses Return afterwards; null: none. */
    send: startChordSchema.nullable(),
    /** Held to say what is to be done with what is selected; null: none. */
    edit: startChordSchema.nullable(),
    toggle: startChordSchema,
    cancel: chordSchema,
    pasteLast: chordSchema,
  }),
  /** Return is pressed after each dictation that was inserted. */
  pressReturn: pressReturnSchema,
  /** A tap of the hold or send key goes on recording until the next one. */
  tapToLatch: z.boolean(),
  /** Phrases are inserted while the key is down, if it doesn't disturb typing. */
  insertWhileHolding: z.boolean(),
  spokenCommands: z.boolean(),
  removeFillers: z.boolean(),
  fitToCaret: z.boolean(),
  cleanUp: cleanUpSchema,
  /** The first one for an app counts. */
  appRules: list(appRuleSchema, 100),
  /** The system's sound is off while recording. */
  muteWhileRecording: z.boolean(),
  sounds: z.boolean(),
  /** Whether onboarding has been gone through. */
  onboarded: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** The chords that hold until the user chooses others. */
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

/** What a window may change at once: any fields but the version. */
export const settingsChangeSchema = settingsSchema.omit({ version: true }).partial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

function isLanguageTag(tag: string): boolean {
  try {
    return new Intl.Locale(tag).toString() === tag;
  } catch {
    return false;
  }
}
