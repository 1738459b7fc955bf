import { expect, it } from 'vitest';
import { serveByWorker } from './recognizer-worker.ts';

const FILES = { encoder: new Blob(), decoder: new Blob(), runtime: new Blob() };

/** Starts a fake worker and records both directions. */
function start() {
  const sent: unknown[] = [];
  const heard: unknown[] = [];
  const worker = {
    isTerminated: false,
    postMessage: (message: unknown) => sent.push(message),
    terminate: () => {
      worker.isTerminated = true;
    },
    onmessage: (_: { data: unknown }) => {},
    onerror: () => {},
  };
  const process = serveByWorker(worker as unknown as Worker, FILES, {
    onMessage: (message) => heard.push(message),
    onExit: () => heard.push('exit'),
  });
  return { worker, process, sent, heard };
}

it('sends the files first, then messages, and forwards those of the worker', () => {
  const { worker, process, sent, heard } = start();
  process.send({ type: 'cancel', id: 1 });
  worker.onmessage({ data: { type: 'ready' } });
  expect(sent).toEqual([
    { type: 'files', files: FILES },
    { type: 'cancel', id: 1 },
  ]);
  expect(heard).toEqual([{ type: 'ready' }]);
});

it.each<[string, (worker: ReturnType<typeof start>['worker']) => void]>([
  ['says that it has ended', (worker) => worker.onmessage({ data: { type: 'ended' } })],
  ['fails', (worker) => worker.onerror()],
])('reports its exit once if it %s', (_, fail) => {
  const { worker, heard } = start();
  fail(worker);
  fail(worker);
  expect([heard, worker.isTerminated]).toEqual([['exit'], true]);
});

it('forwards nothing once it has been ended', async () => {
  const { worker, process, heard } = start();
  await process.end();
  worker.onmessage({ data: { type: 'ready' } });
  worker.onerror();
  expect([heard, worker.isTerminated]).toEqual([[], true]);
});
