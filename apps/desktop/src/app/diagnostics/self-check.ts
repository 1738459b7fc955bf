import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { Microphone } from '@workspace/dictation/ports';
import { SILENT_LEVEL, VoiceActivity } from '@workspace/dictation/voice-activity';
import type { Clock } from '@workspace/speech/clock';
import { CHORD_ACTIONS } from '../../ipc/chord.ts';
import { chordLabel } from '../../ipc/chord-label.ts';
import type { SelfCheckItem, SettingsView } from '../../ipc/settings-messages.ts';
import type { ChordBinder } from '../hotkeys/chord-binder.ts';
import type { TextCleanUp } from '../language-model/text-clean-up.ts';
import { MICROPHONE_PROBLEMS } from '../microphone/level-monitor.ts';
import type { SettingsKeeper } from '../settings/settings-keeper.ts';
import type { OnDeviceRecognition } from '../speech/on-device-recognition.ts';
import { MISSING, type SpeechProviders } from '../speech/speech-providers.ts';
import type { PermissionWatch } from '../system/permission-watch.ts';

/** How long to listen to the microphone, and how long to wait for it at most. */
const LISTEN_MS = 1_500;
const OPEN_LIMIT_MS = 10_000;

export interface SelfCheckDependencies {
  clock: Clock;
  microphone: Microphone;
  permissions: Pick<PermissionWatch, 'look' | 'list'>;
  providers: SpeechProviders;
  onDevice: Pick<OnDeviceRecognition, 'check'>;
  cleanUp: Pick<TextCleanUp, 'isWanted' | 'problem' | 'try'>;
  chords: ChordBinder;
  settings: Pick<SettingsKeeper, 'current' | 'saveProblem'>;
  platform: 'mac' | 'other';
  version: string;
  onChange(): void;
}

type Finding = Pick<SelfCheckItem, 'status' | 'detail'>;

/** Checks whether everything a dictation needs works, and reports the findings. */
export class SelfCheck {
  readonly #dependencies: SelfCheckDependencies;
  #items: SelfCheckItem[] = [];
  #isRunning = false;

  constructor(dependencies: SelfCheckDependencies) {
    this.#dependencies = dependencies;
  }

  get view(): SettingsView['selfCheck'] {
    const isDone = !this.#isRunning && this.#items.length > 0;
    return { isRunning: this.#isRunning, items: this.#items, report: isDone ? this.#report() : null };
  }

  /** Checks everything again; one run at a time. Never rejects. */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#items = [];
    const { permissions, settings, cleanUp, platform } = this.#dependencies;
    await permissions.look();
    for (const { id, title, granted, detail } of permissions.list) {
      this.#items.push({ id: `permission-${id}`, title, status: granted ? 'good' : 'failed', detail });
    }
    for (const action of CHORD_ACTIONS) {
      const { chords } = this.#dependencies;
      const chord = settings.current.chords[action];
      if (chord === null) continue;
      const problem = chords.problem(action);
      const remark = chords.remark(action);
      this.#items.push({
        id: `chord-${action}`,
        title: `Shortcut ${chordLabel(chord, platform)}`,
        status: problem ? 'failed' : remark ? 'warning' : 'good',
        detail: problem ?? remark ?? 'Works.',
      });
    }
    const { saveProblem } = settings;
    this.#items.push({
      id: 'storage',
      title: 'Settings file',
      status: saveProblem ? 'failed' : 'good',
      detail: saveProblem ?? 'Settings are saved here.',
    });
    await Promise.all([
      this.#check('microphone', 'Microphone', 'Listening…', () => this.#checkMicrophone()),
      this.#check('provider', 'Speech provider', 'Checking…', () => this.#checkProvider()),
      this.#hasBackup &&
        this.#check('on-device', 'Recognition on this computer', 'Loading…', () => this.#checkOnDevice()),
      cleanUp.isWanted && this.#check('clean-up', 'Tidy up', 'Trying it…', () => this.#checkCleanUp(cleanUp)),
    ]);
    this.#isRunning = false;
    this.#dependencies.onChange();
  }

  async #check(id: string, title: string, waiting: string, find: () => Promise<Finding>): Promise<void> {
    this.#set({ id, title, status: 'running', detail: waiting });
    this.#set({ id, title, ...(await find()) });
  }

  #set(item: SelfCheckItem): void {
    const index = this.#items.findIndex(({ id }) => id === item.id);
    this.#items = index < 0 ? [...this.#items, item] : this.#items.with(index, item);
    this.#dependencies.onChange();
  }

  #checkMicrophone(): Promise<Finding> {
    const { clock, microphone } = this.#dependencies;
    return new Promise((resolve) => {
      const activity = new VoiceActivity();
      let loudest = SILENT_LEVEL;
      let stopListening = clock.schedule(OPEN_LIMIT_MS, () =>
        end({ status: 'failed', detail: MICROPHONE_PROBLEMS.failed }),
      );
      let hasSamples = false;
      const stream = microphone.open({
        onSamples: (samples) => {
          if (!hasSamples) {
            hasSamples = true;
            stopListening();
            stopListening = clock.schedule(LISTEN_MS, () => end(findingOf(loudest)));
          }
          for (const { level } of activity.process(samples)) loudest = Math.max(loudest, level);
        },
        onEnd: (failure) =>
          end(failure ? { status: 'failed', detail: MICROPHONE_PROBLEMS[failure] } : findingOf(loudest)),
      });
      function end(finding: Finding): void {
        stopListening();
        stream.close();
        resolve(finding);
      }
    });
  }

  async #checkProvider(): Promise<Finding> {
    const { providers } = this.#dependencies;
    const { used, missing } = providers;
    if (missing) return { status: 'failed', detail: MISSING[missing] };
    if (used === 'on-device') return this.#checkOnDevice();
    const result = await providers.check(used);
    if (result === undefined) return { status: 'failed', detail: MISSING.address };
    const status = result.status === 'valid' ? 'good' : result.status === 'limited' ? 'warning' : 'failed';
    return { status, detail: `${result.message} Answered in ${result.roundTripMs} ms.` };
  }

  async #checkCleanUp(cleanUp: SelfCheckDependencies['cleanUp']): Promise<Finding> {
    const trial = await cleanUp.try();
    if (!trial) return { status: 'failed', detail: cleanUp.problem ?? '' };
    const status = trial.status === 'valid' ? 'good' : trial.status === 'limited' ? 'warning' : 'failed';
    return { status, detail: trial.message };
  }

  /** Whether recognition on this computer is set up to take over from a provider. */
  get #hasBackup(): boolean {
    const { providers } = this.#dependencies;
    return providers.missing === undefined && providers.recognition().backup !== undefined;
  }

  async #checkOnDevice(): Promise<Finding> {
    const { clock, onDevice } = this.#dependencies;
    const askedAt = clock.now();
    const error = await onDevice.check();
    if (error) return { status: 'failed', detail: `${error.message} ${error.advice}` };
    const tookMs = Math.round(clock.now() - askedAt);
    return { status: 'good', detail: `Loaded on this computer in ${tookMs} ms. It understands English.` };
  }

  /** Contains nothing said, no key, and no device name. */
  #report(): string {
    const { platform, version, settings, providers } = this.#dependencies;
    const { live, languages, microphone } = settings.current;
    return [
      `${PRODUCT_NAME} ${version} (${platform === 'mac' ? 'macOS' : 'Linux'})`,
      `Provider: ${providers.used}${live ? ', live' : ''}; languages: ${languages.join(', ') || 'detected'}; microphone: ${microphone ? 'chosen' : 'system default'}`,
      '',
      ...this.#items.map(({ title, status, detail }) => `[${status}] ${title}: ${detail}`),
      '',
    ].join('\n');
  }
}

function findingOf(loudest: number): Finding {
  if (loudest <= SILENT_LEVEL)
    return { status: 'failed', detail: 'No sound at all. Check that it isn’t muted, or choose another.' };
  return { status: 'good', detail: `It picks up sound, up to ${Math.round(loudest)} dB.` };
}
