import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('work takes place one after the other, in order, also after work that failed', async () => {
  const turns = new Turns();
  const first = Promise.withResolvers<void>();
  const log: string[] = [];
  const work = (name: string, result: Promise<void>) =>
    turns.take(async () => {
      log.push(`${name} begins`);
      await result;
      log.push(`${name} ends`);
    });
  const all = [work('1', first.promise), work('2', Promise.reject(new Error('no'))), work('3', Promise.resolve())];
  await Promise.resolve();
  expect(log).toEqual(['1 begins']);
  first.resolve();
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['1 begins', '1 ends', '2 begins', '3 begins', '3 ends']);
});
