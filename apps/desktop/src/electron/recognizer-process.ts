import { join } from 'node:path';
import type { ModelPaths } from '@workspace/node-ports/model-files';
import type { MessageFromRecognizer } from '@workspace/on-device/messages';
import type { RecognizerListener, RecognizerProcess } from '@workspace/on-device/recognizer';
import type * as Electron from 'electron';

export type UtilityProcesses = Pick<typeof Electron.utilityProcess, 'fork'>;

export interface RecognizerLocation {
  /** The file that the process runs: the build of `recognizer-program.ts`. */
  program: string;
  model: ModelPaths;
}

/** The process's environment. Given an empty one, Electron would pass on the app's own, which holds keys. */
const ENVIRONMENT = { NODE_ENV: 'production' };

/** Returns where the packaged app has the model's files, from its `Resources` folder. */
export function packagedModelPaths(resources: string): ModelPaths {
  const folder = join(resources, 'on-device');
  return {
    encoder: join(folder, 'encoder_model.onnx'),
    decoder: join(folder, 'decoder_model_merged.onnx'),
    runtime: join(folder, 'ort-wasm-simd-threaded.wasm'),
  };
}

/**
 * Starts the recognizer in a separate process, the only way that Electron's fuses allow. It ends with the app. Call
 * once Electron is ready.
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
  // Also emitted after a fatal error in V8, or if the file can't be run. Some versions emit it twice.
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
      // A process that is still starting can't be killed yet.
      if (!child.kill()) child.once('spawn', () => child.kill());
      // No need to wait: Electron doesn't exit without ending its processes.
      return Promise.resolve();
    },
  };
}
