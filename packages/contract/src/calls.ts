import * as account from './account.ts';
import * as auth from './auth.ts';
import * as billing from './billing.ts';
import { CALL_ADDRESSES, type CallName } from './call-addresses.ts';
import * as email from './email.ts';
import * as releases from './releases.ts';
import * as service from './service.ts';
import * as tracking from './tracking.ts';
import * as usage from './usage.ts';

const DECLARED = { ...account, ...auth, ...billing, ...email, ...releases, ...service, ...tracking, ...usage };

/** Every call of the server, by name. A call is exported under the name of its address. */
export const CALLS = Object.fromEntries(
  Object.keys(CALL_ADDRESSES).map((name) => [name, DECLARED[name as CallName]]),
) as Pick<typeof DECLARED, CallName>;
