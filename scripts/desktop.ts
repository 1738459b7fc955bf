// Builds the desktop app's windows where they changed, then runs the app.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWindows } from './build-apps.ts';

buildWindows();
await import(pathToFileURL(join(import.meta.dirname, '..', 'apps', 'desktop', 'src', 'main.ts')).href);
