import { defaultSettings } from '@workspace/desktop/app/settings/default-settings';
import { type Settings, settingsChangeSchema } from '@workspace/desktop/ipc/settings-document';
import type { MessageFromSettings, SettingsView } from '@workspace/desktop/ipc/settings-messages';
import { hostOf } from '@workspace/speech/address';
import type { ProviderId } from '@workspace/speech/provider';
import { factsOf } from '@workspace/speech/registry';
import { macPermissions } from './product-texts.ts';
import type { WindowIpc } from './window-server.ts';

type SettingsWindow = 'settings' | 'onboarding';

/** The app as a settings window sees it: accepts each valid change, and answers with the resulting view. */
export class SettingsApp {
  view: SettingsView;
  readonly #line: WindowIpc<SettingsWindow>;
  #answered = 0;

  constructor(line: WindowIpc<SettingsWindow>, view: SettingsView = typicalView()) {
    this.#line = line;
    this.view = view;
    line.send({ type: 'view', view });
  }

  /** Messages from the window, in order. */
  get messages(): MessageFromSettings[] {
    return this.#line.messages;
  }

  /** Changes requested by the window, in order. */
  get changes(): Record<string, unknown>[] {
    return this.messages.flatMap((message) => (message.type === 'change' ? [message.change] : []));
  }

  /** Sends the window a changed view. */
  show(change: Partial<SettingsView>): void {
    this.view = { ...this.view, ...change };
    this.#line.send({ type: 'view', view: this.view });
  }

  /** Accepts each change since the last answer, or rejects it with a message per invalid field. */
  answer(): void {
    const { changes } = this;
    for (const change of changes.slice(this.#answered)) this.#apply(change);
    this.#answered = changes.length;
  }

  #apply(change: Record<string, unknown>): void {
    const result = settingsChangeSchema.safeParse(change);
    if (result.success) {
      const fields = Object.entries(result.data).filter(([, value]) => value !== undefined);
      const settings: Settings = { ...this.view.settings, ...Object.fromEntries(fields) };
      this.show({ settings, usedProvider: usedProvider(settings, this.view.providers), rejected: {} });
    } else {
      const messages = result.error.issues.map(({ path, message }) => [path.join('.'), message]);
      this.show({ rejected: Object.fromEntries(messages) });
    }
  }
}

/**
 * Returns the provider used with these settings: the chosen one, or this computer, if it knows the languages, until
 * that one is ready.
 */
function usedProvider({ provider, languages }: Settings, providers: SettingsView['providers']): ProviderId {
  const chosen = providers.find(({ id }) => id === provider);
  const isReady = chosen && chosen.host !== null && (chosen.needsAddress || chosen.key !== 'none');
  const isHelped = languages.length === 0 || languages.includes('en');
  return chosen && (isReady || !isHelped) ? chosen.id : 'on-device';
}

/** A Mac's permissions before the user has granted any. */
export const [MICROPHONE, ACCESSIBILITY] = await macPermissions('not-determined');

type Provider = SettingsView['providers'][number];

/** A provider without a key so far. */
function wellKnown(id: Provider['id'], model: Provider['models'][number]): Provider {
  const { name, baseUrl = '' } = factsOf(id);
  return {
    id,
    name,
    host: hostOf(baseUrl),
    needsAddress: false,
    models: [model],
    key: 'none',
    check: null,
    hasKeyPage: true,
  };
}

/** Returns the view of someone who uses the product every day. */
export function typicalView(change: Partial<SettingsView> = {}): SettingsView {
  return {
    settings: {
      ...defaultSettings('other'),
      provider: 'openai',
      languages: ['en', 'de'],
      vocabulary: ['Grünwald', 'Kubernetes', 'PostgreSQL', 'Siobhán', '東京'],
      replacements: [
        { from: 'new paragraph', to: '\n\n' },
        { from: 'my address', to: '12 Station Road, Leeds' },
      ],
      onboarded: true,
    },
    rejected: {},
    saveProblem: null,
    providers: [
      {
        id: 'openai',
        name: 'OpenAI',
        host: 'api.openai.com',
        needsAddress: false,
        models: [
          { id: 'gpt-transcribe', pricePerMinute: 0.0045, live: false },
          { id: 'gpt-live-transcribe', pricePerMinute: 0.017, live: true },
        ],
        key: 'stored',
        check: { status: 'valid', message: 'api.openai.com accepts the API key.', roundTripMs: 182 },
        hasKeyPage: true,
      },
      {
        id: 'deepgram',
        name: 'Deepgram',
        host: 'api.deepgram.com',
        needsAddress: false,
        models: [{ id: 'nova-3', pricePerMinute: 0.0077, live: true }],
        key: 'none',
        check: null,
        hasKeyPage: true,
      },
      wellKnown('groq', { id: 'whisper-large-v3-turbo', pricePerMinute: 0.04 / 60, live: false }),
      wellKnown('mistral', { id: 'voxtral-mini-latest', pricePerMinute: 0.0035, live: false }),
      wellKnown('soniox', { id: 'stt-rt-v5', pricePerMinute: 0.002, live: true }),
      wellKnown('assemblyai', { id: 'universal-streaming-multilingual', pricePerMinute: 0.0025, live: true }),
      wellKnown('elevenlabs', { id: 'scribe_v2_realtime', pricePerMinute: 0.0065, live: true }),
      {
        id: 'openai-compatible',
        name: 'OpenAI-compatible server',
        host: null,
        needsAddress: true,
        models: [],
        key: 'none',
        check: null,
        hasKeyPage: false,
      },
    ],
    usedProvider: 'openai',
    cleanUp: { host: 'api.openai.com', hasOwnKey: false, missing: null, models: null, problem: null, trial: null },
    onDevice: 'freed',
    microphones: {
      devices: [
        { id: 'built-in', label: 'Built-in microphone' },
        { id: 'headset', label: 'Headset' },
      ],
      isOpen: false,
      level: -100,
      problem: null,
    },
    chords: {
      hold: { chord: 'Control+Shift+Space', problem: null, remark: null },
      send: { chord: null, problem: null, remark: null },
      edit: { chord: null, problem: null, remark: null },
      toggle: { chord: 'Control+Shift+T', problem: null, remark: null },
      cancel: { chord: 'Control+Shift+C', problem: null, remark: null },
      pasteLast: { chord: 'Control+Alt+V', problem: null, remark: null },
    },
    keyNames: null,
    platform: 'other',
    lastApp: 'Slack',
    today: { seconds: 754, dollars: 0.0566, hasUnpriced: false },
    selfCheck: { isRunning: false, items: [], report: null },
    account: { state: 'none', problem: null },
    allowance: { plan: 'beta', limitSeconds: 3_600, usedSeconds: 754, resetsAt: '2026-11-26T13:05:00.000Z' },
    permissions: [],
    update: null,
    startsAtLogin: null,
    canMuteOutput: true,
    menu: null,
    version: '0.5.5',
    ...change,
  };
}

/** Same, with other settings. */
export function viewWith(
  settings: Partial<SettingsView['settings']>,
  change: Partial<SettingsView> = {},
): SettingsView {
  const view = typicalView(change);
  const changed = { ...view.settings, ...settings };
  return { ...view, usedProvider: usedProvider(changed, view.providers), settings: changed };
}
