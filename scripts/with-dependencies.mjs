// Runs a script on the project's own Node, first installing the lock file's packages if they are missing or out of
// date. Plain JavaScript without dependencies: it runs first on a fresh machine, on whatever Node (20.19 or newer) it
// has.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(root, 'node_modules', '.bin', 'node');
const PARENT_CHECK_MS = 1_000;
const [script, ...scriptArguments] = process.argv.slice(2);

endWithParent();
if (!isInstalled()) install();
await run(resolve(root, script));

/** Ends this process as if signaled when npm, which forwards signals, is killed hard and can't. */
function endWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS).unref();
}

/** Whether the packages were installed after the lock file last changed, Node among them. */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record) || !existsSync(node)) return false;
  return statSync(record).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

function install() {
  console.error('Installing packages (npm ci) …');
  const startedAt = performance.now();
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    console.error('The packages could not be installed. Check the connection to the npm registry, then try again.');
    process.exit(1);
  }
  if (!existsSync(node)) {
    // If npm doesn't run install scripts, the package that provides Node hasn't fetched it yet.
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
      cwd: join(root, 'node_modules', 'node'),
      stdio: [0, 2, 2],
    });
  }
  console.error(`Installed in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`);
}

async function run(file) {
  if (statSync(process.execPath).ino === statSync(node).ino) {
    process.argv = [process.execPath, file, ...scriptArguments];
    await import(pathToFileURL(file).href);
    return;
  }
  const child = spawn(
    node,
    [...process.execArgv, '--import', join(root, 'scripts', 'end-with-parent.mjs'), file, ...scriptArguments],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}
