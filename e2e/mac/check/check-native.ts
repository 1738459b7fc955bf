/**
 * Tests what the app assumes about macOS's functions, loaded as the app loads them: in Node directly, or bundled in Electron. Started
 * and watched by `npm run check:mac`. Each judged claim is also printed as a line of JSON.
 */
import { loadNativeFunctions } from '@workspace/desktop/macos/native-koffi';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { judgeClaims } from './claims.ts';
import { macosSystem } from './macos-system.ts';
import { nativeClaims } from './native-claims.ts';

async function check(): Promise<void> {
  const claims = nativeClaims({
    native: await loadNativeFunctions(),
    clock: createSteadyClock(),
    system: macosSystem(process.env),
    ownPid: process.pid,
    memoryBytes: () => process.memoryUsage().rss,
    pictureBytes: 20_000_000,
  });
  await judgeClaims(
    claims,
    createSteadyClock(),
    (line) => console.log(line),
    (claim) => console.log(JSON.stringify(claim)),
  );
}

if (process.versions.electron === undefined) await check();
else {
  const { app } = await import('electron');
  // Not awaited: Electron gets ready only after this module has finished.
  app
    .whenReady()
    .then(check)
    .then(
      () => app.exit(0),
      (error: unknown) => {
        console.error(error);
        app.exit(1);
      },
    );
}
