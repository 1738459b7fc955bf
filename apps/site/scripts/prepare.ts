// Builds the site unless that was done before with the same sources and variables, and prints the build's folder.
import { ensureBuild } from './ensure-build.ts';
import { runToEnd } from './run-script.ts';

await runToEnd(async () => console.log(await ensureBuild()));
