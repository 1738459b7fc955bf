import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { DevToolsError, DevToolsPipe } from './devtools-pipe.ts';

function openPipe() {
  const commands = new PassThrough();
  const answers = new PassThrough();
  return { commands, answers, pipe: new DevToolsPipe(commands, answers) };
}

const message = (content: object) => Buffer.from(`${JSON.stringify(content)}\0`);

describe('A DevTools pipe', () => {
  test('sends commands, and matches each with its response', async () => {
    const { commands, answers, pipe } = openPipe();
    const first = pipe.send('Browser.getVersion');
    const second = pipe.send('Page.navigate', { url: 'about:blank' }, 'session');
    expect(commands.read().toString()).toBe(
      '{"id":1,"method":"Browser.getVersion","params":{}}\0' +
        '{"id":2,"method":"Page.navigate","params":{"url":"about:blank"},"sessionId":"session"}\0',
    );
    answers.write(message({ id: 2, error: { code: -1, message: 'No such page' } }));
    answers.write(message({ id: 1, result: { product: 'Chrome' } }));
    await expect(second).rejects.toEqual(new DevToolsError('Page.navigate: No such page'));
    await expect(first).resolves.toEqual({ product: 'Chrome' });
  });

  test('rejects pending and later commands when the browser is gone', async () => {
    const { answers, pipe } = openPipe();
    const waiting = pipe.send('Browser.close');
    answers.destroy();
    await expect(waiting).rejects.toThrow(DevToolsError);
    await expect(pipe.send('Browser.close')).rejects.toThrow(DevToolsError);
  });

  test('reads messages however they are split into chunks', async () => {
    const text = fc.string({ unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 5 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        async (texts, cuts) => {
          const { answers, pipe } = openPipe();
          const listener = vi.fn();
          pipe.onEvent(listener);
          let bytes = Buffer.concat(texts.map((said) => message({ method: 'said', params: { said } })));
          while (bytes.length > 0) {
            const length = cuts.next().value;
            answers.write(bytes.subarray(0, length));
            bytes = bytes.subarray(length);
          }
          await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(texts.length), {
            interval: 1,
            timeout: 300_000,
          });
          expect(listener.mock.calls.map(([{ params }]) => params.said)).toEqual(texts);
        },
      ),
      { numRuns: 50 },
    );
  });
});
