import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { replaceFiles } from './replace-files.ts';

const root = join(import.meta.dirname, '..');

/** A Vite build of an app. */
interface Build {
  folder: string;
  /** A file of the build, whose age is the build's. Relative to the app's folder, like the sources. */
  built: string;
  sources: readonly string[];
  /**
   * The folder that contains the build and nothing else. If omitted, the files are known, and each is written in one
   * go.
   */
  into?: string;
  /** Vite's configuration file, if not the default. */
  configuration?: string;
}

/** Builds the desktop app's windows, which takes a second, unless nothing has changed. Throws if the build fails. */
export function buildWindows(): void {
  build({
    folder: join(root, 'apps', 'desktop'),
    built: 'build/windows/hud/index.html',
    into: 'build/windows',
    sources: ['src/windows/**/*', 'src/ipc/**/*', '../../packages/*/src/**/*', 'vite.config.ts', 'package.json'],
  });
}

/**
 * Builds the desktop app's programs for Linux, which takes a second, unless nothing has changed. Throws if the build
 * fails.
 */
export function buildDesktopProgram(): void {
  build({
    folder: join(root, 'apps', 'desktop'),
    // Written last.
    built: 'build/recognizer.js',
    sources: [
      ...['app', 'browser', 'ipc', 'pages', 'x11'].map((part) => `src/${part}/**/*`),
      'src/*',
      '../../packages/*/src/**/*',
      'vite.program.config.ts',
      'package.json',
    ],
    configuration: 'vite.program.config.ts',
  });
}

/** Builds the server, which takes a second, unless nothing has changed. Throws if the build fails. */
export function buildServer(): void {
  build({
    folder: join(root, 'apps', 'server'),
    built: 'build/main.js',
    into: 'build',
    sources: ['src/**/*', '../../packages/contract/src/*', 'vite.config.ts', 'package.json'],
  });
}

function build({ folder, built, sources, into, configuration = 'vite.config.ts' }: Build): void {
  const files = sources.flatMap((pattern) => filesOf(folder, pattern));
  if (newest(folder, files) < newest(folder, [built])) return;
  const vite = (...args: string[]) =>
    execFileSync(
      join(root, 'node_modules', '.bin', 'vite'),
      ['build', '--logLevel', 'warn', '--config', configuration, ...args],
      { cwd: folder, stdio: ['ignore', 2, 2] },
    );
  if (into === undefined) {
    vite();
    return;
  }
  // In a temporary folder, so that neither a running app nor a concurrent build ever uses an incomplete build.
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, 'building-'));
  try {
    vite('--outDir', aside, '--emptyOutDir');
    replaceFiles(join(folder, into), aside, relative(into, built));
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Throws an Error if a pattern matches nothing: its files have been renamed. */
function filesOf(folder: string, pattern: string): string[] {
  const files = globSync(pattern, { cwd: folder });
  if (files.length === 0) throw new Error(`${folder} contains nothing that matches ${pattern}, which the build needs.`);
  return files;
}

/** Returns the latest modification time of the files, in milliseconds since 1970; 0 if there are none. */
function newest(folder: string, files: readonly string[]): number {
  return Math.max(0, ...files.map((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0));
}
