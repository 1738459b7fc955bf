// The recognizer's process: the model and its runtime, nothing else of the app. It opens three files and no connection.
import { setImmediate } from 'node:timers/promises';
import type { MessageToRecognizer } from '@workspace/on-device/messages';
import { serveRecognizer } from '@workspace/on-device/serve-recognizer';
import { readModelFiles } from './model-files.ts';

const [encoder = '', decoder = '', runtime = ''] = process.argv.slice(2);

// Without the app, there is nothing to do.
process.on('disconnect', () => process.exit());

await serveRecognizer({
  send: (message) => process.send?.(message),
  onMessage: (listener) => process.on('message', (message) => listener(message as MessageToRecognizer)),
  readFiles: () => readModelFiles({ encoder, decoder, runtime }),
  pause: () => setImmediate(),
  end: () => process.disconnect(),
});
