// Builds the site unless that was done before with the same sources and variables, and prints the build's folder.
import { ensureBuild } from './ensure-build.ts';

process.once('SIGTERM', () => process.exit(143));
try {
  console.log(await ensureBuild());
} catch (error) {
  const message = error instanceof Error ? error.message : 'Something went wrong.';
  if (message !== '') console.error(message);
  process.exit(1);
}
