import { z } from 'zod';
import { accountViewSchema, allowanceViewSchema, sitePageSchema } from './account-messages.ts';
import { CHORD_ACTIONS } from './chord.ts';
import { commandSchema } from './commands.ts';
import { menuSchema } from './menu.ts';
import { microphoneDeviceSchema } from './microphone-messages.ts';
import { providerIdSchema, remoteProviderIdSchema, settingsSchema } from './settings-document.ts';
import { permissionSchema, updateStateSchema } from './system-messages.ts';

/** The result of checking a key. `limited`: real, but may lack a permission. */
const keyCheckSchema = z.object({
  status: z.enum(['checking', 'valid', 'limited', 'invalid', 'unreachable']),
  message: z.string(),
  /** Time from request to answer. */
  roundTripMs: z.number().nullable(),
});

const providerViewSchema = z.object({
  id: remoteProviderIdSchema,
  name: z.string(),
  /** Where audio and key are sent; null while the address is missing. */
  host: z.string().nullable(),
  needsAddress: z.boolean(),
  models: z.array(
    z.object({
      id: z.string(),
      /** US dollars; null if the server's owner sets it. */
      pricePerMinute: z.number().nullable(),
      /** Text arrives word by word. */
      live: z.boolean(),
    }),
  ),
  /** The key itself is never sent to the windows. `environment`: set from outside, and can't be changed here. */
  key: z.enum(['none', 'stored', 'environment']),
  check: keyCheckSchema.nullable(),
  /** Whether the page for creating an API key is known. */
  hasKeyPage: z.boolean(),
});
export type ProviderView = z.infer<typeof providerViewSchema>;

const cleanUpViewSchema = z.object({
  /** Where text and key are sent; null while the address is missing. */
  host: z.string().nullable(),
  /**
   * Whether there is a key for that address; the key is never sent to the windows. OpenAI's is among the speech
   * providers' keys.
   */
  hasOwnKey: z.boolean(),
  /** What is still missing; null if it can be used. */
  missing: z.enum(['address', 'key', 'model']).nullable(),
  /** The models the server listed; null if it hasn't been asked. */
  models: z.array(z.string()).nullable(),
  /** Why the model's last answer failed. */
  problem: z.string().nullable(),
  /** The result of tidying up a sample sentence. */
  trial: z.object({ status: keyCheckSchema.shape.status, message: z.string(), text: z.string().nullable() }).nullable(),
});
export type CleanUpView = z.infer<typeof cleanUpViewSchema>;

const chordViewSchema = z.object({
  /** null: none is chosen. */
  chord: z.string().nullable(),
  /** Why it doesn't work, and what to do; null if it works, or isn't currently bound. */
  problem: z.string().nullable(),
  /** Who else uses it, even though it works; null if no one known does. */
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
  /** Why the last change of a field was rejected, by the field's path, such as `languages.0`. */
  rejected: z.record(z.string(), z.string()),
  /** Why settings currently can't be saved. */
  saveProblem: z.string().nullable(),
  /** The providers reached over the network, with the user's key. */
  providers: z.array(providerViewSchema),
  /** The provider for the next dictation: recognition on this computer while the chosen one can't be used. */
  usedProvider: providerIdSchema,
  cleanUp: cleanUpViewSchema,
  /** Whether the model for recognition on this computer is in memory. `freed`: it loads when needed. */
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
  /**
   * Letters and digits by their positions (`KeyboardEvent.code`) in the current layout; null if key presses include
   * them.
   */
  keyNames: z.record(z.string(), z.string()).nullable(),
  /** Modifiers have different names and symbols on a Mac. */
  platform: z.enum(['mac', 'other']),
  /** The last app that had the focus, named as in rules; null if none is known. */
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
  /** The permissions the app needs; empty until the system has answered. */
  permissions: z.array(permissionSchema),
  /** null if the app can't update itself. */
  update: updateStateSchema.nullable(),
  /** null if the app can't be started at login. `refused`: the system does not allow it. */
  startsAtLogin: z.enum(['on', 'off', 'refused']).nullable(),
  /** Whether other sound can be muted while recording. */
  canMuteOutput: z.boolean(),
  /** The menu, if the platform has no menu bar. */
  menu: menuSchema.nullable(),
  version: z.string(),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

/** To the settings and onboarding windows, which show the same. */
export const messageToSettingsSchema = z.object({ type: z.literal('view'), view: settingsViewSchema });

export const messageFromSettingsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('change'), change: z.record(z.string(), z.unknown()) }),
  /** `keepsSpeech`: the key is entered for something other than speech. */
  z.object({
    type: z.literal('set-key'),
    provider: remoteProviderIdSchema,
    key: z.string().max(1_000),
    keepsSpeech: z.boolean().optional(),
  }),
  z.object({ type: z.literal('remove-key'), provider: remoteProviderIdSchema }),
  z.object({ type: z.literal('check-key'), provider: remoteProviderIdSchema }),
  /** The language model's own key; an empty one removes it. */
  z.object({ type: z.literal('set-model-key'), key: z.string().max(1_000) }),
  z.object({ type: z.literal('find-models') }),
  z.object({ type: z.literal('try-clean-up') }),
  /** Chords are released while the user presses a new one, so that it reaches the window. */
  z.object({ type: z.literal('pause-chords'), paused: z.boolean() }),
  z.object({ type: z.literal('listen'), on: z.boolean() }),
  z.object({ type: z.literal('run-self-check') }),
  z.object({ type: z.literal('forget-everything') }),
  /** Runs an item of the menu, or an equivalent control. */
  z.object({ type: z.literal('choose'), item: commandSchema }),
  z.object({ type: z.literal('finish-onboarding') }),
  /** The answer on whether to link this computer to the named account. */
  z.object({ type: z.literal('answer-link'), accept: z.boolean() }),
  z.object({ type: z.literal('sign-out') }),
  z.object({ type: z.literal('open-page'), page: sitePageSchema }),
  /** Opens the page where the provider's API keys are created. */
  z.object({ type: z.literal('open-key-page'), provider: remoteProviderIdSchema }),
  z.object({ type: z.literal('request-permission'), id: z.string() }),
  z.object({ type: z.literal('start-at-login'), on: z.boolean() }),
]);
export type MessageFromSettings = z.infer<typeof messageFromSettingsSchema>;
