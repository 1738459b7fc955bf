import { setTimeout as delay } from 'node:timers/promises';
import { ask, postmasterOf } from '@workspace/server/database/bundled/testing/data-folders';
import type { PaymentsControl } from '../server/payments-control.ts';
import { descendantsOf, type SocketLocation } from '../server/server-process.ts';
import type { Chance } from './chance.ts';
import type { Journal } from './journal.ts';
import type { ServerPair } from './server-pair.ts';

const READY_LIMIT_MS = 60_000;
const LOOK_MS = 100;
/** After this share of the time server 1 is left alone, so that its memory can be measured. */
const SPARED_AFTER = 0.15;

export interface ChaosDependencies {
  servers: ServerPair;
  payments: PaymentsControl;
  sandboxUrl: string;
  location: SocketLocation;
  dataDir: string;
  chance: Chance;
  journal: Journal;
}

/** Injects every fault, one after the other, in random order. */
export class Chaos {
  readonly #dependencies: ChaosDependencies;

  constructor(dependencies: ChaosDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Runs until the time is over, but through every fault at least once.
   *
   * @param progress the elapsed share of the time, up to 1
   * @param onRound called after each round of all faults
   */
  async reign(progress: () => number, onRound: () => Promise<void>): Promise<void> {
    const { chance, journal } = this.#dependencies;
    for (let rounds = 0; rounds === 0 || progress() < 1; rounds += 1) {
      for (const strike of chance.shuffle(this.#strikes(progress() > SPARED_AFTER))) {
        if (rounds > 0 && progress() >= 1) return;
        await strike();
        journal.count('strikes');
        await this.#followWebhooks();
        await delay(chance.whole(500, 2_500));
      }
      await onRound();
    }
  }

  #strikes(isSpared: boolean): (() => Promise<void>)[] {
    const { servers } = this.#dependencies;
    const other = isSpared ? 0 : 1;
    return [
      () => this.#trouble('servers', () => servers.kill(0)),
      () => this.#trouble('servers', () => servers.kill(other)),
      () => this.#trouble('servers', () => servers.restart(0)),
      () => this.#trouble('servers', () => servers.restart(other)),
      ...(isSpared
        ? []
        : [() => this.#trouble('servers', async () => void (await Promise.all([servers.kill(0), servers.kill(1)])))]),
      () => this.#database('SIGINT', async () => [await this.#postmaster()]),
      () => this.#database('SIGKILL', async () => [await this.#postmaster()]),
      () => this.#database('SIGKILL', async () => [await this.#postmaster(), ...(await this.#backends())]),
      // The newest one serves a connection.
      () => this.#database('SIGKILL', async () => (await this.#backends()).slice(-1)),
      () => this.#mail('refuse', 3_000),
      () => this.#mail('close', 3_000),
      () => this.#mail('lost-answer', 2_000),
      () => this.#webhooks('double'),
      () => this.#webhooks('reverse'),
      () => this.#loseWebhooks(),
      () => this.#holdWebhooks(),
      () => this.#payments('500'),
      () => this.#payments('refuse'),
      () => this.#payments('lost-answer'),
    ];
  }

  async #trouble(trouble: Parameters<Journal['during']>[0], act: () => Promise<void>): Promise<void> {
    await this.#dependencies.journal.during(trouble, act);
  }

  #postmaster(): Promise<number> {
    return postmasterOf(this.#dependencies.dataDir);
  }

  async #backends(): Promise<number[]> {
    for (;;) {
      try {
        return descendantsOf(await this.#postmaster());
      } catch (error) {
        // The postmaster's PID file is missing while PostgreSQL restarts.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
        await delay(LOOK_MS);
      }
    }
  }

  async #database(signal: NodeJS.Signals, findVictims: () => Promise<number[]>): Promise<void> {
    const { journal, location } = this.#dependencies;
    await journal.during('database', async () => {
      for (const pid of await findVictims()) signalIfThere(pid, signal);
      journal.count(signal === 'SIGKILL' ? 'kills of PostgreSQL' : 'restarts of PostgreSQL');
      await delay(LOOK_MS);
      for (const until = Date.now() + READY_LIMIT_MS; ; await delay(LOOK_MS)) {
        try {
          await ask(location, 'select 1');
          return;
        } catch (error) {
          if (Date.now() > until) throw error;
        }
      }
    });
  }

  async #mail(mode: 'refuse' | 'close' | 'lost-answer', ms: number): Promise<void> {
    await this.#trouble('mail', async () => {
      await this.#setMailOutage(mode);
      await delay(ms);
      await this.#setMailOutage('off');
    });
  }

  async #setMailOutage(mode: string): Promise<void> {
    const response = await fetch(`${this.#dependencies.sandboxUrl}/mail/control/outage`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ mode }),
    });
    if (!response.ok) throw new Error(`The mail stand-in answered ${response.status}.`);
  }

  async #webhooks(mode: 'double' | 'reverse'): Promise<void> {
    const { payments } = this.#dependencies;
    await this.#trouble('webhooks', async () => {
      await payments.setWebhookMode(mode);
      await delay(3_000);
      await payments.setWebhookMode('normal');
    });
  }

  /** Loses webhooks, which are never resent: only the nightly comparison finds what they were about. */
  async #loseWebhooks(): Promise<void> {
    await this.#trouble('webhooks', async () => {
      await this.#dependencies.payments.sendWebhooksTo(undefined);
      await delay(3_000);
    });
  }

  /** Delivers webhooks late, the last one first. */
  async #holdWebhooks(): Promise<void> {
    const { payments } = this.#dependencies;
    await this.#trouble('webhooks', async () => {
      await payments.setWebhookMode('hold');
      await delay(3_000);
      await payments.flushWebhooks({ reverse: true });
      await payments.setWebhookMode('normal');
    });
  }

  async #payments(mode: '500' | 'refuse' | 'lost-answer'): Promise<void> {
    const { payments } = this.#dependencies;
    await this.#trouble('payments', async () => {
      await payments.setOutage(mode);
      await delay(mode === 'lost-answer' ? 1_000 : 3_000);
      await payments.setOutage('off');
    });
  }

  /** Directs webhooks to a running server. */
  async #followWebhooks(): Promise<void> {
    const url = this.#dependencies.servers.next();
    if (url !== undefined) await this.#dependencies.payments.sendWebhooksTo(`${url}/billing/webhook`);
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It exited together with the previous one.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
