import { describe, expect, test } from 'vitest';
import { credentialsSchema, registrationSchema } from './auth.ts';

const messagesOf = (input: unknown, schema = registrationSchema as typeof credentialsSchema) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message);

describe('a registration', () => {
  test('has its email address trimmed and lowercased, but not its password', () => {
    const password = ' Spaces and CAPITALS stay ';
    expect(registrationSchema.parse({ email: ' Some.One@Example.COM ', password })).toEqual({
      email: 'some.one@example.com',
      password,
    });
  });

  test.each([[''], ['nobody'], ['a@b'], ['two@@example.com'], [`${'a'.repeat(250)}@example.com`], [null], [42]])(
    'is rejected with the email address %j, with the message shown on the form',
    (email) => {
      expect(messagesOf({ email, password: 'long enough' })).toContain('Invalid email address');
    },
  );

  test('needs a password of at least eight characters', () => {
    expect(messagesOf({ email: 'someone@example.com', password: 'seven77' })).toEqual([
      'Password must be at least 8 characters',
    ]);
    expect(messagesOf({ email: 'someone@example.com', password: 'eight888' })).toBeUndefined();
  });

  test('drops unknown fields', () => {
    const registration = { email: 'someone@example.com', password: 'long enough' };
    expect(registrationSchema.parse({ ...registration, emailVerifiedAt: '2026-01-01', isAdmin: true })).toEqual(
      registration,
    );
  });
});

test('Signing in only requires the password not to be empty', () => {
  expect(messagesOf({ email: 'someone@example.com', password: 'x' }, credentialsSchema)).toBeUndefined();
  expect(messagesOf({ email: 'someone@example.com', password: '' }, credentialsSchema)).toEqual([
    'Enter your password',
  ]);
});
