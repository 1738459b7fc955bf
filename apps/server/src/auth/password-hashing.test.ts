import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { ARGON2, PasswordHashing } from './password-hashing.ts';

const RIGHT = 'a password of some length';

describe('a password hash', () => {
  const passwords = new PasswordHashing();

  it('is argon2id with at least 19 MiB, two passes and one lane, and never the same twice', async () => {
    const first = await passwords.hash(RIGHT);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.hash(RIGHT)).not.toBe(first);
  });

  it('tells the right password from wrong ones, however long they are alike', async () => {
    const long = `${'x'.repeat(255)}1`;
    const hashed = await passwords.hash(long);
    expect(await passwords.check(hashed, long)).toBe('right');
    expect(await passwords.check(hashed, `${'x'.repeat(255)}2`)).toBe('wrong');
    expect(await passwords.check(hashed, 'x'.repeat(255))).toBe('wrong');
    expect(await passwords.check(hashed, long.toUpperCase())).toBe('wrong');
  });

  it('made with other parameters is still right, but to be made anew', async () => {
    const weaker = await hash(RIGHT, { ...ARGON2, memoryCost: 1_024 });
    expect(await passwords.check(weaker, RIGHT)).toBe('needs-rehash');
    expect(await passwords.check(weaker, 'wrong password')).toBe('wrong');
  });

  it.each([null, undefined])('that is %s fits no password', async (none) => {
    expect(await passwords.check(none, 'nobody has this password')).toBe('wrong');
  });
});

describe('hashing', () => {
  it('goes on in the order of asking', async () => {
    const passwords = new PasswordHashing({ maxRunning: 1, maxWaiting: 5 });
    const finished: number[] = [];
    await Promise.all([0, 1, 2, 3, 4].map((n) => passwords.hash(`${n}`).then(() => finished.push(n))));
    expect(finished).toEqual([0, 1, 2, 3, 4]);
  });

  it('is refused as busy where as many run and wait as may, again and again', async () => {
    const passwords = new PasswordHashing({ maxRunning: 2, maxWaiting: 3 });
    for (let round = 0; round < 3; round += 1) {
      const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(() => passwords.hash(RIGHT)));
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
        true,
        true,
        true,
        true,
        true,
        false,
        false,
      ]);
      expect(outcomes[6]).toMatchObject({ reason: { code: 'busy', retryAfterSeconds: 2 } });
    }
  });

  it('goes on after one that failed', async () => {
    const passwords = new PasswordHashing({ maxRunning: 1, maxWaiting: 1 });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const [broken, next] = await Promise.allSettled([
        passwords.check('no hash at all', RIGHT),
        passwords.hash(RIGHT),
      ]);
      expect([broken.status, next.status]).toEqual(['rejected', 'fulfilled']);
    }
  });
});
