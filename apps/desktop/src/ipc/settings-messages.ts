import { z } from 'zod';
import { accountViewSchema, allowanceViewSchema, sitePageSchema } from './account-messages.ts';
import { CHORD_ACTIONS } from './chord.ts';
import { commandSchema } from './commands.ts';
import { menuSchema } from './menu.ts';
import { microphoneDeviceSchema } from './microphone-messages.ts';
import { providerIdSchema, remoteProviderIdSchema, settingsSchema } from './settings-document.ts';
import { permissionSchema, updateStateSchema } from './system-messages.ts';

/** What was found out about a key. `limited`: real, but may lack a right. */
const keyCheckSchema = z.object({
  status: z.enum(['checking', 'valid', 'limited', 'invalid', 'unreachable']),
  message: z.string(),
  /** From question to answer. */
  roundTripMs: z.number().nullable(),
});

const providerViewSchema = z.object({
  id: remoteProviderIdSchema,
  name: z.string(),
  /** Where audio and key go; null if the address is still to be given. */
  host: z.string().nullable(),
  needsAddress: z.boolean(),
  models: z.array(
    z.object({
      id: z.string(),
      /** US dollars; null if the server's owner sets it. */
      pricePerMinute: z.number().nullable(),
      /** Text comes word by word. */
      live: z.boolean(),
    }),
  ),
  /** The key itself never comes here. `environment`: set from outside, and not to be changed here. */
  key: z.enum(['none', 'stored', 'environment']),
  check: keyCheckSchema.nullable(),
  /** Whether it is known where an API key is made. */
  hasKeyPage: z.boolean(),
});
export type ProviderView = z.infer<typeof providerViewSchema>;

const cleanUpViewSchema = z.object({
  /** Where texts and key go; null if the address is still to be given. */
  host: z.string().nullable(),
  /** Whether there is a key for that address; it never comes here. OpenAI's is with its speech. */
  hasOwnKey: z.boolean(),
  /** What must still be chosen; null if it can be used. */
  missing: z.enum(['address', 'key', 'model']).nullable(),
  /** Those that the server named; null if it has not been asked. */
  models: z.array(z.string()).nullable(),
  /** Why the model gave no answer when it was asked last. */
  problem: z.string().nullable(),
  /** What became of a sentence that was tidied up to try it. */
  trial: z.object({ status: keyCheckSchema.shape.status, message: z.string(), text: z.string().nullable() }).nullable(),
});
export type CleanUpView = z.infer<typeof cleanUpViewSchema>;

const chordViewSchema = z.object({
  /** null: none is chosen. */
  chord: z.string().nullable(),
  /** Why it does not work, and what to do; null if it does, or if it is not bound at the moment. */
  problem: z.string().nullable(),
  /** Who else uses it, although it works; null for no one known. */
  remark: z.string().nullable(),
});

const selfCheckItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(['running', 'good', 'warning', 'failed']),
  detail: z.string(),
});
export type SelfCheckItem = z.infer<typeof selfCheckItemSchema>;

export const settingsViewSchema = z.object({
  settings: settingsSchema,
  /** Why the last change of a field was not taken, by the field's path, such as `languages.0`. */
  rejected: z.record(z.string(), z.string()),
  /** Why settings can't be saved at the moment. */
  saveProblem: z.string().nullable(),
  /** Those that are reached over the network, with the user's key. */
  providers: z.array(providerViewSchema),
  /** What the next dictation uses. Where the chosen provider can't be used yet, that is recognition on this computer. */
  usedProvider: providerIdSchema,
  /** null if no language model can be asked. */
  cleanUp: cleanUpViewSchema,
  /** Whether recognition on this computer is in memory. `freed`: it loads when it is needed. */
  onDevice: z.enum(['freed', 'loading', 'ready', 'failed']),
  microphones: z.object({
    devices: z.array(microphoneDeviceSchema),
    /** Whether its level is being shown. */
    isOpen: z.boolean(),
    /** dB below full scale: -100 to 0. */
    level: z.number(),
    problem: z.string().nullable(),
  }),
  chords: z.record(z.enum(CHORD_ACTIONS), chordViewSchema),
  /** Letters and digits by their places (`KeyboardEvent.code`) in the layout in use; null if key presses carry them. */
  keyNames: z.record(z.string(), z.string()).nullable(),
  /** The modifiers have other names and signs on a Mac. */
  platform: z.enum(['mac', 'other']),
  /** The app that had the focus last, as rules name it; null if none is known. */
  lastApp: z.string().nullable(),
  today: z.object({ seconds: z.number().nonnegative(), dollars: z.number().nonnegative(), hasUnpriced: z.boolean() }),
  selfCheck: z.object({
    isRunning: z.boolean(),
    items: z.array(selfCheckItemSchema),
    /** The result as text, without anything said or secret; null until there is one. */
    report: z.string().nullable(),
  }),
  account: accountViewSchema,
  allowance: allowanceViewSchema,
  /** What the system must allow; empty while it is being asked. */
  permissions: z.array(permissionSchema),
  /** null if the app isn't kept up to date by itself. */
  update: updateStateSchema.nullable(),
  /** null if the app can't be started at login. `refused`: the system does not allow it. */
  startsAtLogin: z.enum(['on', 'off', 'refused']).nullable(),
  /** Whether other sound can be muted while recording. */
  canMuteOutput: z.boolean(),
  /** Where the platform has no menu bar, the menu is shown in the window. */
  menu: menuSchema.nullable(),
  version: z.string(),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

/** To the windows for settings and for onboarding, which show the same. */
export const messageToSettingsSchema = z.object({ type: z.literal('view'), view: settingsViewSchema });

export const messageFromSettingsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('change'), change: z.record(z.string(), z.unknown()) }),
  /** `keepsSpeech`: it is entered for something else than speech. */
  z.object({
    type: z.literal('set-key'),
    provider: remoteProviderIdSchema,
    key: z.string().max(1_000),
    keepsSpeech: z.boolean().optional(),
  }),
  z.object({ type: z.literal('remove-key'), provider: remoteProviderIdSchema }),
  z.object({ type: z.literal('check-key'), provider: remoteProviderIdSchema }),
  /** The language model's own key; empty: none. */
  z.object({ type: z.literal('set-model-key'), key: z.string().max(1_000) }),
  z.object({ type: z.literal('find-models') }),
  z.object({ type: z.literal('try-clean-up') }),
  /** Chords are given up while one is being pressed for a new binding, so that it reaches the window. */
  z.object({ type: z.literal('pause-chords'), paused: z.boolean() }),
  z.object({ type: z.literal('listen'), on: z.boolean() }),
  z.object({ type: z.literal('run-self-check') }),
  z.object({ type: z.literal('forget-everything') }),
  /** An item of the menu is chosen, or what does the same. */
  z.object({ type: z.literal('choose'), item: commandSchema }),
  z.object({ type: z.literal('finish-onboarding') }),
  /** The answer to whether this computer is to be linked to the account named. */
  z.object({ type: z.literal('answer-link'), accept: z.boolean() }),
  z.object({ type: z.literal('sign-out') }),
  z.object({ type: z.literal('open-page'), page: sitePageSchema }),
  /** Opens the page on which an API key of the provider's is made. */
  z.object({ type: z.literal('open-key-page'), provider: remoteProviderIdSchema }),
  z.object({ type: z.literal('request-permission'), id: z.string() }),
  z.object({ type: z.literal('start-at-login'), on: z.boolean() }),
]);
export type MessageFromSettings = z.infer<typeof messageFromSettingsSchema>;
