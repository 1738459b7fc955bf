// Builds the desktop app where it changed, then runs it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildDesktopProgram, buildWindows } from './build-apps.ts';

buildWindows();
buildDesktopProgram();
await import(pathToFileURL(join(import.meta.dirname, '..', 'apps', 'desktop', 'build', 'main.js')).href);
