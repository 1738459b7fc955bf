/**
 * Builds the app and packs it for both Mac architectures on a machine that isn't a Mac: `node pack-without-mac.ts
 * FOLDER`. The folder has been filled by `prepareWorkspace`. electron-builder does everything that it does on a Mac,
 * with those of Apple's tools that are in PATH.
 */
import childProcess from 'node:child_process';
import os from 'node:os';
import { basename, join } from 'node:path';
import { createBuilder, build as viteBuild } from 'vite';

const workspace = process.argv[2]!;
const app = join(workspace, 'apps', 'desktop');
const desktop = join(import.meta.dirname, '../..');

await viteBuild({
  configFile: join(desktop, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: join(app, 'build', 'windows') },
});
const build = { outDir: join(app, 'build', 'electron') };
const builder = await createBuilder({
  configFile: join(desktop, 'vite.electron.config.ts'),
  logLevel: 'warn',
  environments: { main: { build }, recognizer: { build }, preload: { build } },
});
await builder.buildApp();

// From here on this is a Mac, with Apple's tools in PATH.
Object.defineProperty(process, 'platform', { value: 'darwin' });
os.release = () => '24.0.0';
const { execFile } = childProcess;
childProcess.execFile = ((file: string, ...rest: []) => execFile(basename(file), ...rest)) as typeof execFile;
const { Arch, Platform, build: pack } = await import('electron-builder');
await pack({
  projectDir: app,
  publish: 'never',
  targets: Platform.MAC.createTarget('zip', Arch.universal),
  config: {
    electronDist: join(workspace, 'electron-x64'),
    beforePack: ({ arch, packager }) => {
      Object.assign(packager.config, { electronDist: join(workspace, `electron-${Arch[arch]}`) });
    },
  },
});
