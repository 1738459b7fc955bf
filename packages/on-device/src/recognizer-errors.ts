import type { SttError } from '@workspace/speech/provider';
import { ENGLISH_ONLY } from './languages.ts';
import type { LoadFailure } from './messages.ts';

/** The error if the model can't be loaded. */
export function loadError(failure: LoadFailure): SttError {
  if (failure === 'memory') {
    return {
      kind: 'server',
      message: 'There isn’t enough free memory to recognize speech on this computer.',
      advice: 'Quit some apps, then try again.',
      code: 'on-device-memory',
    };
  }
  return {
    kind: 'unavailable',
    message: `Speech recognition on this computer can’t start: a part of it is ${failure}.`,
    advice: 'Reinstall the app, or use a provider with your API key.',
    code: `on-device-${failure}`,
  };
}

/** The error if the process repeatedly crashes or stops answering. */
export function stoppedError(): SttError {
  return {
    kind: 'server',
    message: 'Speech recognition on this computer stopped unexpectedly.',
    advice: 'Try again. If it keeps happening, quit some apps: memory may be low.',
    code: 'on-device-stopped',
  };
}

/** The error if English isn't among the chosen languages. */
export function languageError(): SttError {
  return {
    kind: 'bad-config',
    message: ENGLISH_ONLY,
    advice: 'Add English to your languages, or use a provider with your API key.',
    code: 'on-device-language',
  };
}
