// The other half of `tab-order.test.ts`: the pages in the look in which they are not gone through there.
import { test } from 'vitest';
import { expectTabOrderForEverybody, expectTabOrderSignedIn, LOOKS } from './every-tab-order.ts';
import { useSite } from './visits.ts';

const site = useSite();
const [light, dark] = LOOKS;

test('on the pages for everybody, dark and narrow', () => expectTabOrderForEverybody(site, dark));
test('in the signed-in area, light and wide', () => expectTabOrderSignedIn(site, light));
