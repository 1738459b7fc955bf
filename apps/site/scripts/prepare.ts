// Builds the site unless there is already a build of the same sources and variables, and prints the build's folder.
import { ensureBuild } from './ensure-build.ts';
import { runToEnd } from './run-script.ts';

await runToEnd(async () => console.log(await ensureBuild()));
