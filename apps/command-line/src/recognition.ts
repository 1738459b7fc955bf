import type { Recognition } from '@workspace/dictation/take-runner';
import { installedModelPaths } from '@workspace/node-ports/model-files';
import { createNodeTransport } from '@workspace/node-ports/node-transport';
import { launchRecognizer, RECOGNIZER_PROGRAM } from '@workspace/node-ports/recognizer-process';
import { ENGLISH_ONLY, includesEnglish } from '@workspace/on-device/languages';
import { createOnDeviceProvider } from '@workspace/on-device/on-device-provider';
import { Recognizer } from '@workspace/on-device/recognizer';
import type { Clock } from '@workspace/speech/clock';
import { createProvider } from '@workspace/speech/create-provider';
import type { ProviderId, SttProvider } from '@workspace/speech/provider';
import type { RemoteProviderId } from '@workspace/speech/registry';
import { ArgumentError, DEFAULT_CLEAN_UP_MODEL, type TranscribeArguments } from './arguments.ts';
import { type CleanUp, createCleanUp } from './clean-up.ts';
import { defaultProvider, readCleanUp, readConfiguration } from './configuration.ts';

export type RecognitionArguments = Pick<
  TranscribeArguments,
  'provider' | 'fallback' | 'baseUrl' | 'model' | 'languages' | 'keywords'
> &
  Partial<Pick<TranscribeArguments, 'cleanUp' | 'cleanUpUrl' | 'cleanUpModel'>>;

export interface OpenedRecognition extends Recognition {
  /** The provider was not asked for, but chosen by which keys are set. */
  isDefault: boolean;
  /** Tidies the text up, if asked for. */
  cleanUp?: CleanUp;
  /** Ends recognition on this computer, unless its recognizer is shared. */
  close(): Promise<void>;
}

/** Creates a recognizer on this computer, whose process starts once it is needed. */
export function createRecognizer(clock: Clock): Recognizer {
  return new Recognizer({
    clock,
    launch: (listener) => launchRecognizer({ program: RECOGNIZER_PROGRAM, model: installedModelPaths() }, listener),
  });
}

/**
 * Opens speech recognition according to arguments and environment. Throws `ArgumentError` or `ConfigurationError`.
 *
 * @param shared a recognizer that `close` leaves alone; without one it creates its own
 */
export function openRecognition(
  asked: RecognitionArguments,
  clock: Clock,
  environment: NodeJS.ProcessEnv,
  shared?: Recognizer,
): OpenedRecognition {
  const id = asked.provider ?? defaultProvider(environment);
  const recognizer = shared ?? createRecognizer(clock);
  const onDevice = createOnDeviceProvider(recognizer, clock);
  checkOnDevice(id, asked, onDevice);
  const provider = id === 'on-device' ? onDevice : openRemote(id, asked, clock, environment);
  const { languages, keywords } = asked;
  const configFor = ({ models }: SttProvider, model = models[0]?.id ?? '') => ({ model, languages, keywords });
  return {
    isDefault: asked.provider === undefined,
    ...(asked.cleanUp && { cleanUp: openCleanUp(id, asked, clock, environment) }),
    provider,
    config: configFor(provider, asked.model),
    ...(asked.fallback ? { backup: { provider: onDevice, config: configFor(onDevice) } } : {}),
    close: async () => {
      if (recognizer !== shared) await recognizer.free();
    },
  };
}

function openCleanUp(
  provider: ProviderId,
  { baseUrl, cleanUpUrl, cleanUpModel = DEFAULT_CLEAN_UP_MODEL }: RecognitionArguments,
  clock: Clock,
  environment: NodeJS.ProcessEnv,
): CleanUp {
  const options = readCleanUp({ provider, baseUrl, cleanUpUrl }, environment);
  const transport = createNodeTransport({ proxyEnvironment: environment });
  return createCleanUp({ ...options, model: cleanUpModel }, { clock, transport });
}

function openRemote(
  id: RemoteProviderId,
  asked: RecognitionArguments,
  clock: Clock,
  environment: NodeJS.ProcessEnv,
): SttProvider {
  const configuration = readConfiguration({ provider: id, baseUrl: asked.baseUrl }, environment);
  return createProvider(id, configuration, { clock, transport: createNodeTransport(configuration) });
}

/** Checks that recognition on this computer supports the arguments. Throws `ArgumentError`. */
function checkOnDevice(id: ProviderId, asked: RecognitionArguments, { models }: SttProvider): void {
  if (id === 'on-device') {
    if (asked.baseUrl !== undefined)
      throw new ArgumentError('--base-url needs a provider: add --provider, and set its API key.');
    if (asked.model !== undefined && models.every((model) => model.id !== asked.model))
      throw new ArgumentError(`--model must be ${models[0]?.id} for recognition on this computer.`);
    if (asked.fallback !== undefined && asked.provider !== undefined)
      throw new ArgumentError('--fallback needs a provider other than on-device.');
  }
  if ((id === 'on-device' || asked.fallback) && !includesEnglish(asked.languages))
    throw new ArgumentError(`${ENGLISH_ONLY} Use --language en, or a provider with your API key.`);
}
