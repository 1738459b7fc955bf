import type { Clock } from '@workspace/speech/clock';
import { ON_THIS_COMPUTER, type SttCaps, type SttProvider } from '@workspace/speech/provider';
import { ENGLISH_ONLY } from './languages.ts';
import { OnDeviceSession } from './on-device-session.ts';
import type { Recognizer } from './recognizer.ts';

const CAPS: SttCaps = { segmentation: 'client', phrases: 'short', live: true };

/** Creates the provider for on-device recognition: English only, free, without API key or network. */
export function createOnDeviceProvider(recognizer: Recognizer, clock: Clock): SttProvider {
  return {
    id: 'on-device',
    host: ON_THIS_COMPUTER,
    models: [{ id: 'moonshine-tiny', caps: CAPS }],
    capabilities: () => CAPS,
    checkKey: () => Promise.resolve({ status: 'valid', message: `No API key needed. ${ENGLISH_ONLY}` }),
    prepare: () => recognizer.prepare(),
    start: (config, listener) => new OnDeviceSession(config, { recognizer, clock }, listener),
  };
}
