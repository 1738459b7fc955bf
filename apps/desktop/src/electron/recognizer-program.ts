// The recognizer's process: the model, its runtime, and nothing else of the app. It opens three files and no connection.
import { setImmediate } from 'node:timers/promises';
import { readModelFiles } from '@workspace/node-ports/model-files';
import { serveRecognizer } from '@workspace/on-device/serve-recognizer';
import type {} from 'electron';

/** The last message takes another path than the exit, which must not overtake it. The app ends the process sooner. */
const LAST_WORDS_MS = 100;

const [encoder = '', decoder = '', runtime = ''] = process.argv.slice(2);
const { parentPort } = process;

await serveRecognizer({
  send: (message) => parentPort.postMessage(message),
  onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data)),
  readFiles: () => readModelFiles({ encoder, decoder, runtime }),
  pause: () => setImmediate(),
  end: () => setTimeout(() => process.exit(1), LAST_WORDS_MS),
});
