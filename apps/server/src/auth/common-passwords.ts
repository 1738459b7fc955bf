import { PASSWORD_LENGTH } from '@workspace/contract/auth';
import { Failure } from '../failure.ts';

const TOO_COMMON = 'This password is too common. Choose one that is harder to guess.';

let passwords: Promise<ReadonlySet<string>> | undefined;

/** Loads the list. Called only once a password is chosen, since it takes memory. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_LENGTH.min));
}

/**
 * Refuses the passwords that attackers try first, ignoring case: some 18,000 that are otherwise long enough.
 *
 * @throws Failure `invalid-input`
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  passwords ??= load();
  if ((await passwords).has(password.toLowerCase())) throw new Failure('invalid-input', { messages: [TOO_COMMON] });
}
