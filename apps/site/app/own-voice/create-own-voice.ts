import modelFiles from 'virtual:model-files';
import { understandsSpeech } from './browser-support.ts';
import { downloadFiles, type FetchedFiles } from './download-files.ts';
import { soundOfMedia } from './media-sound.ts';
import { OwnVoice } from './own-voice.ts';
import { pageClock } from './page-clock.ts';
import { PageMicrophone } from './page-microphone.ts';
import { serveByWorker } from './recognizer-worker.ts';

/** Creates the visitor's own voice, with the browser's microphone and a worker for the recognizer. */
export function createOwnVoice(): OwnVoice {
  const fetched: FetchedFiles = new Map();
  const blobOf = ({ url }: { url: string }) => fetched.get(url)!;
  return new OwnVoice({
    clock: pageClock,
    microphone: new PageMicrophone({ system: navigator.mediaDevices, soundOf: soundOfMedia }),
    isSupported: understandsSpeech,
    load: (onShare) => downloadFiles(Object.values(modelFiles), fetched, onShare),
    launch(listener) {
      const { encoder, decoder, runtime } = modelFiles;
      const files = { encoder: blobOf(encoder), decoder: blobOf(decoder), runtime: blobOf(runtime) };
      const worker = new Worker(new URL('./recognizer.worker.ts', import.meta.url), { type: 'module' });
      return serveByWorker(worker, files, listener);
    },
    beforeDrawing: (callback) => requestAnimationFrame(callback),
  });
}
