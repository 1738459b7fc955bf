import type { LoadFailure, MessageFromRecognizer, MessageToRecognizer } from './messages.ts';
import { recognize } from './model/recognize.ts';
import { type ModelFiles, SpeechModel } from './model/speech-model.ts';

/** What the recognizer needs from the process or worker that it runs in. */
export interface RecognizerDependencies {
  send(message: MessageFromRecognizer): void;
  onMessage(listener: (message: MessageToRecognizer) => void): void;
  /** Reads the model's files. Rejects with the code `ENOENT` if one is missing. */
  readFiles(): Promise<ModelFiles>;
  /** Resolves after messages that arrived meanwhile have been handled. */
  pause(): Promise<void>;
  /** Ends the process or worker, after an unrecoverable failure. */
  end(): void;
}

type Job = Extract<MessageToRecognizer, { type: 'recognize' }>;

/** Loads the model, then does jobs one at a time. */
export async function serveRecognizer(dependencies: RecognizerDependencies): Promise<void> {
  const { send, pause } = dependencies;
  const jobs: Job[] = [];
  let model: SpeechModel | undefined;
  let isWorking = false;

  dependencies.onMessage((message) => {
    if (message.type === 'recognize') {
      jobs.push(message);
      void work();
      return;
    }
    const index = jobs.findIndex(({ id }) => id === message.id);
    if (index !== -1) jobs.splice(index, 1);
  });

  try {
    model = await SpeechModel.load(await dependencies.readFiles());
  } catch (error) {
    send({ type: 'load-failed', failure: failureOf(error) });
    dependencies.end();
    return;
  }
  send({ type: 'ready' });
  void work();

  async function work(): Promise<void> {
    if (model === undefined || isWorking) return;
    isWorking = true;
    for (let job = jobs[0]; job !== undefined; job = jobs[0]) {
      const { id } = job;
      try {
        const understood = await recognize(model, job, async () => {
          await pause();
          if (jobs[0] !== job) throw CALLED_OFF;
        });
        send({ type: 'text', id, text: understood?.text ?? null, tokens: understood?.tokens ?? [] });
      } catch (error) {
        // An error leaves the runtime in an unknown state: a new process repeats the job.
        if (error !== CALLED_OFF) return dependencies.end();
      }
      if (jobs[0] === job) jobs.shift();
    }
    isWorking = false;
  }
}

const CALLED_OFF = new Error('The job was canceled.');

function failureOf(error: unknown): LoadFailure {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing';
  const said = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  return /memory|alloc/i.test(said) ? 'memory' : 'damaged';
}
