import { join } from 'node:path';
import type { ModelPaths } from '@workspace/node-ports/model-files';
import type { MessageFromRecognizer } from '@workspace/on-device/messages';
import type { RecognizerListener, RecognizerProcess } from '@workspace/on-device/recognizer';
import type * as Electron from 'electron';

export type UtilityProcesses = Pick<typeof Electron.utilityProcess, 'fork'>;

export interface RecognizerLocation {
  /** The file that the process runs: what `recognizer-program.ts` was built into. */
  program: string;
  model: ModelPaths;
}

/** The process's environment. With an empty one Electron would pass on the app's own, which holds keys. */
const ENVIRONMENT = { NODE_ENV: 'production' };

/** Where the packaged app has the model's files, in its folder `Resources`. */
export function packagedModelPaths(resources: string): ModelPaths {
  const folder = join(resources, 'on-device');
  return {
    encoder: join(folder, 'encoder_model.onnx'),
    decoder: join(folder, 'decoder_model_merged.onnx'),
    runtime: join(folder, 'ort-wasm-simd-threaded.wasm'),
  };
}

/**
 * Starts the recognizer in a separate process, in the only way that Electron's fuses leave. It ends with the app. Only
 * after Electron is ready.
 */
export function launchRecognizer(
  utilityProcess: UtilityProcesses,
  location: RecognizerLocation,
  listener: RecognizerListener,
): RecognizerProcess {
  const { encoder, decoder, runtime } = location.model;
  const child = utilityProcess.fork(location.program, [encoder, decoder, runtime], {
    env: ENVIRONMENT,
    stdio: 'ignore',
    serviceName: 'Speech Recognition',
  });
  let isOver = false;
  child.on('message', (message: MessageFromRecognizer) => {
    if (!isOver) listener.onMessage(message);
  });
  // Also follows a fatal error of V8, and a file that can't be run. Some versions say it twice.
  child.on('exit', () => {
    if (isOver) return;
    isOver = true;
    listener.onExit();
  });
  return {
    send: (message) => {
      if (!isOver) child.postMessage(message);
    },
    end: () => {
      isOver = true;
      // One that is only being started can't be ended yet.
      if (!child.kill()) child.once('spawn', () => child.kill());
      // Electron does not end without its processes.
      return Promise.resolve();
    },
  };
}
