// The recognizer's worker: only the model and its runtime. The page sends it the files; it makes no requests itself.
import { serveRecognizer } from '@workspace/on-device/serve-recognizer';
import type { MessageFromWorker, MessageToWorker, ModelBlobs } from './recognizer-messages.ts';

const given = Promise.withResolvers<ModelBlobs>();
const send = (message: MessageFromWorker) => self.postMessage(message);
const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

/** A message to itself is queued behind pending ones; a timer would take 4 ms each time. */
const { port1, port2 } = new MessageChannel();
let goOn = () => {};
port1.onmessage = () => goOn();

await serveRecognizer({
  send,
  onMessage: (listener) => {
    self.onmessage = ({ data }: MessageEvent<MessageToWorker>) => {
      if (data.type === 'files') given.resolve(data.files);
      else listener(data);
    };
  },
  async readFiles() {
    const { encoder, decoder, runtime } = await given.promise;
    return { encoder: await bytesOf(encoder), decoder: await bytesOf(decoder), runtime: await bytesOf(runtime) };
  },
  pause: () =>
    new Promise((resolve) => {
      goOn = resolve;
      port2.postMessage(undefined);
    }),
  end() {
    send({ type: 'ended' });
    self.close();
  },
});
