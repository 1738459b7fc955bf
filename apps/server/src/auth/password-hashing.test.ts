import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import type { HashingTask } from './hashing-threads.ts';
import { ARGON2, PasswordHashing } from './password-hashing.ts';

const RIGHT = 'a password of some length';
let computed = 0;
const passwords = new (class extends PasswordHashing {
  protected override compute(task: HashingTask) {
    computed += 1;
    return super.compute(task);
  }
})();

describe('a password hash', () => {
  it('uses argon2id with 19 MiB, two passes and one lane, and is never the same twice', async () => {
    const first = await passwords.hash(RIGHT);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.hash(RIGHT)).not.toBe(first);
  });

  it('is repeatable with the salt of another hash, unless that has other parameters', async () => {
    const first = await passwords.hash(RIGHT);
    expect(await passwords.hash(RIGHT, first)).toBe(first);
    const weaker = await hash(RIGHT, { ...ARGON2, memoryCost: 1_024 });
    expect(await passwords.hash(RIGHT, weaker)).toMatch(/\$m=19456,/);
  });

  it('tells the right password from wrong ones, even if they share a long prefix', async () => {
    const long = `${'x'.repeat(255)}1`;
    const hashed = await passwords.hash(long);
    expect(await passwords.find([hashed], long)).toEqual({ index: 0, needsRehash: false });
    for (const wrong of [`${'x'.repeat(255)}2`, 'x'.repeat(255), long.toUpperCase()]) {
      expect(await passwords.find([hashed], wrong)).toBeUndefined();
    }
  });

  it('still matches if made with other parameters, but needs rehashing', async () => {
    const weaker = await hash(RIGHT, { ...ARGON2, memoryCost: 1_024 });
    expect(await passwords.find([weaker], RIGHT)).toEqual({ index: 0, needsRehash: true });
    expect(await passwords.find([weaker], 'wrong password')).toBeUndefined();
  });
});

describe('a password', () => {
  it('takes one computation to compare with hashes of the same salt, or with no hash at all', async () => {
    const first = await passwords.hash('the first');
    const second = await passwords.hash('the second', first);
    for (const hashes of [[first, second], [first], [null, second], [null, undefined]]) {
      computed = 0;
      expect(await passwords.find(hashes, 'none of them')).toBeUndefined();
      expect(computed).toBe(1);
    }
    expect(await passwords.find([first, second], 'the second')).toEqual({ index: 1, needsRehash: false });
  });

  it('is compared with hashes of different salts one by one until one matches', async () => {
    const hashes = [await passwords.hash('the first'), await passwords.hash('the second')];
    computed = 0;
    expect(await passwords.find(hashes, 'the second')).toEqual({ index: 1, needsRehash: false });
    expect(computed).toBe(2);
    computed = 0;
    expect(await passwords.find(hashes, 'the first')).toEqual({ index: 0, needsRehash: false });
    expect(computed).toBe(1);
  });

  it('can still be compared after a malformed hash caused an error', async () => {
    await expect(passwords.find(['no hash at all'], RIGHT)).rejects.toThrow();
    expect(await passwords.find([await passwords.hash(RIGHT)], RIGHT)).toBeDefined();
  });
});

describe('hashing calls', () => {
  /** Calls that end when the test says so. */
  function createCalls(maxRunning: number, maxWaiting: number) {
    const hashing = new PasswordHashing({ maxRunning, maxWaiting });
    const begun: number[] = [];
    const pending: PromiseWithResolvers<number>[] = [];
    const admit = (call: number, abandoned?: AbortSignal) =>
      hashing.admit(() => {
        begun.push(call);
        pending[call] = Promise.withResolvers();
        return pending[call].promise;
      }, abandoned);
    return { hashing, begun, pending, admit };
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('run in order of arrival, even after one fails', async () => {
    const { begun, pending, admit } = createCalls(1, 5);
    const calls = Promise.allSettled([0, 1, 2].map((call) => admit(call)));
    await settle();
    expect(begun).toEqual([0]);
    pending[0]?.reject(new Error('failed'));
    await settle();
    expect(begun).toEqual([0, 1]);
    pending[1]?.resolve(1);
    await settle();
    pending[2]?.resolve(2);
    expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('are refused as busy, without starting, when the queue is full', async () => {
    const { hashing, begun, pending, admit } = createCalls(2, 1);
    for (let round = 0; round < 2; round += 1) {
      begun.length = 0;
      const calls = [0, 1, 2].map((call) => admit(call));
      await expect(admit(3)).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 2 });
      expect(hashing.load).toEqual({ running: 2, waiting: 1 });
      for (const call of [0, 1, 2]) {
        await settle();
        pending[call]?.resolve(call);
      }
      expect(await Promise.all(calls)).toEqual([0, 1, 2]);
      expect(begun).toEqual([0, 1, 2]);
      expect(hashing.load).toEqual({ running: 0, waiting: 0 });
    }
  });

  it('give up their place without starting if abandoned while waiting', async () => {
    const { hashing, begun, pending, admit } = createCalls(1, 1);
    const first = admit(0);
    const gone = new AbortController();
    const abandoned = admit(1, gone.signal);
    gone.abort();
    await expect(abandoned).rejects.toMatchObject({ code: 'busy' });
    await expect(admit(2, gone.signal)).rejects.toMatchObject({ code: 'busy' });
    const next = admit(3);
    await settle();
    pending[0]?.resolve(0);
    await settle();
    pending[3]?.resolve(3);
    expect(await Promise.all([first, next])).toEqual([0, 3]);
    expect(begun).toEqual([0, 3]);
    expect(hashing.load).toEqual({ running: 0, waiting: 0 });
  });
});
