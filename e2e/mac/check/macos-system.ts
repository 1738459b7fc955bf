import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Unseen } from './claims.ts';
import type { MacSystem, TriedProgram } from './mac-system.ts';

const COMMAND_MS = 30_000;
const run = promisify(execFile);

/** Runs one of macOS's commands. Resolves with what it writes; rejects where it fails, or takes longer than 30 s. */
export async function runCommand(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(command, args, { timeout: COMMAND_MS });
  return stdout;
}

/** Has AppleScript done, line by line. */
export function tellScript(...lines: string[]): Promise<string> {
  return runCommand('/usr/bin/osascript', ...lines.flatMap((line) => ['-e', line]));
}

/** Has JavaScript done that reaches macOS's functions. Resolves with its last value. */
export function runScript(code: string): Promise<string> {
  return runCommand('/usr/bin/osascript', '-l', 'JavaScript', '-e', code);
}

/** A page whose title is the text in its field: Safari reports the title of any page. */
const FIELD_PAGE = '<!doctype html><textarea autofocus oninput="document.title = this.value"></textarea>';

const TEXT_OF: Record<TriedProgram, string> = {
  Safari: 'tell application "Safari" to get name of front document',
  TextEdit: 'tell application "TextEdit" to get text of front document',
  Terminal: 'tell application "Terminal" to get contents of selected tab of front window',
};

/** The Mac that this runs on. `environment`: of the process. */
export function macosSystem(environment: NodeJS.ProcessEnv): MacSystem {
  const assertNotOwnTerminal = () => {
    if (environment['TERM_PROGRAM'] === 'Apple_Terminal')
      throw new Unseen('it would close the Terminal that this runs in: run it from another one, or by ssh');
  };
  return {
    async open(program) {
      if (program !== 'Terminal') {
        const [name, content] = program === 'Safari' ? ['check.html', FIELD_PAGE] : ['check.txt', ''];
        const file = join(await mkdtemp(join(tmpdir(), 'check-mac-')), name);
        await writeFile(file, content);
        await runCommand('/usr/bin/open', '-a', program, file);
      } else {
        assertNotOwnTerminal();
        // What comes is shown by cat; nothing is run.
        await tellScript('tell application "Terminal"', 'activate', 'do script "exec cat"', 'end tell');
      }
    },
    textIn: (program) => tellScript(TEXT_OF[program]),
    async pressLeft(times) {
      await tellScript(`tell application "System Events" to repeat ${times} times`, 'key code 123', 'end repeat');
    },
    async stop(program) {
      await runCommand('/usr/bin/killall', '-STOP', program);
    },
    async resume(program) {
      await runCommand('/usr/bin/killall', '-CONT', program);
    },
    async setSecureKeyboardEntry(isOn) {
      assertNotOwnTerminal();
      await tellScript('tell application "Terminal" to if it is running then quit').catch(() => undefined);
      await runCommand('/usr/bin/defaults', 'write', 'com.apple.Terminal', 'SecureKeyboardEntry', '-bool', `${isOn}`);
    },
  };
}
