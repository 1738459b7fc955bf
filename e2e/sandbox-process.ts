import { vi } from 'vitest';
import { endAfterTests } from './after-tests.ts';
import { RunningProcess } from './child-processes.ts';
import { SandboxAccount, type Scenario } from './control-api.ts';
import { COMPILE_CACHE, ROOT } from './repository.ts';

/** The sandbox's speech provider in a separate process. */
export class SandboxProcess {
  /** Its address, up to and including `/v1`. */
  readonly baseUrl: string;
  #accounts = 0;

  private constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** Starts it on a free port, for the calling file's tests. */
  static async start(): Promise<SandboxProcess> {
    const running = RunningProcess.start(process.execPath, ['sandbox/speech/main.ts'], {
      cwd: ROOT,
      env: { SPEECH_PORT: '0', NODE_COMPILE_CACHE: COMPILE_CACHE },
    });
    const address = await vi.waitUntil(() => /http:\S+/.exec(running.stdout)?.[0], { timeout: 300_000, interval: 50 });
    endAfterTests(async () => {
      running.signal('SIGTERM');
      await running.ended;
    });
    return new SandboxProcess(address);
  }

  /** Creates an account with a unique key. */
  async openAccount(scenario: Scenario, key = `sk-e2e-${this.#accounts}-0123456789abcdef`): Promise<SandboxAccount> {
    this.#accounts += 1;
    const account = new SandboxAccount(this.baseUrl, key);
    await account.play(scenario);
    return account;
  }
}
