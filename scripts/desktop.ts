// Builds the desktop app if it has changed, then runs it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildDesktopProgram, buildWindows } from './build-apps.ts';

buildWindows();
buildDesktopProgram();
await import(pathToFileURL(join(import.meta.dirname, '..', 'apps', 'desktop', 'build', 'main.js')).href);
