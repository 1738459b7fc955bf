// Builds the site before tests that run at the same time would each do it.
import { buildSite } from './site-build.ts';

await buildSite();
