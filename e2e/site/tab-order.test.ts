// Tab reaches everything once, in order and in sight.
import { test } from 'vitest';
import { expectTabOrderForEverybody, expectTabOrderSignedIn, LOOKS } from './every-tab-order.ts';
import { useSite } from './visits.ts';

const site = useSite();
const [light, dark] = LOOKS;

test('on the pages for everybody, light and wide', () => expectTabOrderForEverybody(site, light));
test('in the signed-in area, dark and narrow', () => expectTabOrderSignedIn(site, dark));
