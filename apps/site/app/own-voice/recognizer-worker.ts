import type { RecognizerListener, RecognizerProcess } from '@workspace/on-device/recognizer';
import type { MessageFromWorker, MessageToWorker, ModelBlobs } from './recognizer-messages.ts';

/** Runs the recognizer in a worker instead of a process. */
export function serveByWorker(worker: Worker, files: ModelBlobs, listener: RecognizerListener): RecognizerProcess {
  let isOver = false;
  const send = (message: MessageToWorker) => worker.postMessage(message);
  const end = () => {
    isOver = true;
    worker.terminate();
  };
  const exit = () => {
    if (isOver) return;
    end();
    listener.onExit();
  };
  worker.onmessage = ({ data }: MessageEvent<MessageFromWorker>) => {
    if (isOver) return;
    if (data.type === 'ended') exit();
    else listener.onMessage(data);
  };
  // Its script couldn't be loaded, or it threw an uncaught error.
  worker.onerror = exit;
  send({ type: 'files', files });
  return {
    send,
    end: async () => end(),
  };
}
