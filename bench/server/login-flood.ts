// Signs in with right and wrong passwords as fast as answers arrive, until it is ended.
import autocannon from 'autocannon';
import { z } from 'zod';
import { signIn } from './calls.ts';
import { send } from './load.ts';
import { MANY_USERS, PASSWORD } from './population.ts';

const count = z.coerce.number().int().positive();
const { SERVER_URL, CONNECTIONS } = z.object({ SERVER_URL: z.url(), CONNECTIONS: count }).parse(process.env);

/** It is ended long before this. */
const LONGEST_SECONDS = 3_600;

let turn = 0;
/** One third with the right password, one third with a wrong one, one third for addresses without an account. */
function nextSignIn() {
  turn += 1;
  if (turn % 3 === 0) return signIn(turn % MANY_USERS, PASSWORD);
  return signIn(turn % 3 === 1 ? turn % MANY_USERS : MANY_USERS + turn, 'not the password');
}

process.once('SIGTERM', () => process.exit(0));
const instance = autocannon(
  {
    url: SERVER_URL,
    connections: CONNECTIONS,
    duration: LONGEST_SECONDS,
    timeout: LONGEST_SECONDS,
    setupClient: (client) => send(client, { next: nextSignIn }),
  },
  () => {},
);
instance.once('response', () => console.log('The flood is ready.'));
