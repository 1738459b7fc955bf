import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Unseen } from './claims.ts';
import type { MacSystem, TestedProgram } from './mac-system.ts';

const COMMAND_MS = 30_000;
const run = promisify(execFile);

/** Runs one of macOS's commands. Resolves with its output; rejects if it fails or takes longer than 30 s. */
export async function runCommand(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(command, args, { timeout: COMMAND_MS });
  return stdout;
}

/** Runs lines of AppleScript. Resolves with the output. */
export function runAppleScript(...lines: string[]): Promise<string> {
  return runCommand('/usr/bin/osascript', ...lines.flatMap((line) => ['-e', line]));
}

/** Runs JavaScript that can call macOS's functions. Resolves with its last value. */
export function runJavaScript(code: string): Promise<string> {
  return runCommand('/usr/bin/osascript', '-l', 'JavaScript', '-e', code);
}

/** A page whose title is the text in its field: Safari reports the title of any page. */
const FIELD_PAGE = '<!doctype html><textarea autofocus oninput="document.title = this.value"></textarea>';

const TEXT_OF: Record<TestedProgram, string> = {
  Safari: 'tell application "Safari" to get name of front document',
  TextEdit: 'tell application "TextEdit" to get text of front document',
  Terminal: 'tell application "Terminal" to get contents of selected tab of front window',
};

/** The Mac that this runs on. `environment`: the process's. */
export function macosSystem(environment: NodeJS.ProcessEnv): MacSystem {
  const assertNotOwnTerminal = () => {
    if (environment['TERM_PROGRAM'] === 'Apple_Terminal')
      throw new Unseen('it would close the Terminal window it runs in: use another terminal, or ssh');
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
        // cat echoes what arrives; nothing is executed.
        await runAppleScript('tell application "Terminal"', 'activate', 'do script "exec cat"', 'end tell');
      }
    },
    textIn: (program) => runAppleScript(TEXT_OF[program]),
    async pressLeft(times) {
      await runAppleScript(`tell application "System Events" to repeat ${times} times`, 'key code 123', 'end repeat');
    },
    async stop(program) {
      await runCommand('/usr/bin/killall', '-STOP', program);
    },
    async resume(program) {
      await runCommand('/usr/bin/killall', '-CONT', program);
    },
    async setSecureKeyboardEntry(isOn) {
      assertNotOwnTerminal();
      await runAppleScript('tell application "Terminal" to if it is running then quit').catch(() => undefined);
      await runCommand('/usr/bin/defaults', 'write', 'com.apple.Terminal', 'SecureKeyboardEntry', '-bool', `${isOn}`);
    },
  };
}
