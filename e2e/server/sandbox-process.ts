import { vi } from 'vitest';
import { ROOT, RunningProcess } from '../child-processes.ts';

/** The sandbox's payments, Google and mail, as a process of their own. */
export interface OutsideWorldProcess {
  /** Such as `http://localhost:3002`. */
  url: string;
  stop(): Promise<void>;
}

/** Starts it on free ports, unless the environment given says otherwise. Stop it in the end (`afterAll`). */
export async function startOutsideWorld(environment: Record<string, string> = {}): Promise<OutsideWorldProcess> {
  const running = RunningProcess.start(process.execPath, ['sandbox/main.ts'], {
    cwd: ROOT,
    env: { SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', ...environment },
  });
  const url = await vi.waitUntil(() => /Sandbox is ready on (http:\S+)/.exec(running.stdout)?.[1], {
    timeout: 20_000,
    interval: 20,
  });
  return {
    url,
    async stop() {
      running.signal('SIGTERM');
      await running.ended;
    },
  };
}
