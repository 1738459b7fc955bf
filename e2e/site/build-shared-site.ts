// Builds the site once, before tests that run in parallel would each do it.
import { buildSite } from './site-build.ts';

await buildSite();
