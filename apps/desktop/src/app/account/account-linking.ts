import { type Device, exchangeSetupToken, getMe } from '@workspace/contract/auth';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { LinkedAccount } from './account-document.ts';
import { RefusedError } from './account-server.ts';
import { DeviceSession, type DeviceSessionPorts } from './device-session.ts';
import { setupTokenOf } from './setup-link.ts';

const EXCHANGE_LIMIT_MS = 15_000;

export interface AccountLinkingPorts extends DeviceSessionPorts {
  device: Device;
  onChange(): void;
  /** Shows the user the outcome of a link. */
  onShow(): void;
  /** The user has said yes. */
  onAccepted(account: LinkedAccount, session: DeviceSession): void;
}

type Step =
  | { type: 'idle' }
  /** The server is being asked whose link it is. */
  | { type: 'asking' }
  /** The user is being asked. */
  | { type: 'confirming'; account: LinkedAccount; session: DeviceSession };

/** The way from a setup link to the account that the user agrees to. A later link takes the place of an earlier one. */
export class AccountLinking {
  readonly #ports: AccountLinkingPorts;
  #step: Step = { type: 'idle' };
  /** Counts links, so that what comes of an earlier one is known as such. */
  #links = 0;
  /** The last link's way to its account, as long as the server is asked. */
  #asking: Promise<void> | undefined;
  /** Sessions that are being ended, since the user did not want them. */
  readonly #endings = new Set<Promise<void>>();
  /** Why the last link failed; null if it did not. */
  problem: string | null = null;

  constructor(ports: AccountLinkingPorts) {
    this.#ports = ports;
  }

  get isAsking(): boolean {
    return this.#step.type === 'asking';
  }

  /** The account that the user is asked about. */
  get candidate(): LinkedAccount | undefined {
    return this.#step.type === 'confirming' ? this.#step.account : undefined;
  }

  /** Follows a link. Returns whether it is an account link; its outcome is reported later. */
  follow(link: string): boolean {
    const setupToken = setupTokenOf(link);
    if (setupToken === undefined) return false;
    this.drop();
    this.#asking = this.#ask(setupToken);
    return true;
  }

  /** The user's answer to the question about the candidate. */
  answer(accept: boolean): void {
    if (this.#step.type !== 'confirming') return;
    const { account, session } = this.#step;
    if (!accept) {
      this.drop();
      return;
    }
    this.#set({ type: 'idle' });
    this.#ports.onAccepted(account, session);
  }

  /** Drops a link that has not been answered: its session is ended at the server, its tokens are forgotten. */
  drop(): void {
    this.#links += 1;
    this.problem = null;
    if (this.#step.type === 'confirming') this.#end(this.#step.session);
    this.#set({ type: 'idle' });
  }

  /** Resolves when no session is being begun or ended any more. */
  async settled(): Promise<void> {
    await this.#asking;
    await Promise.all(this.#endings);
  }

  async #ask(setupToken: string): Promise<void> {
    const { server, device, onShow } = this.#ports;
    const link = this.#links;
    this.#set({ type: 'asking' });
    onShow();
    let session: DeviceSession | undefined;
    try {
      const body = { setupToken, device };
      const tokens = await server.call(exchangeSetupToken, { body }, { limitMs: EXCHANGE_LIMIT_MS });
      session = new DeviceSession(this.#ports, tokens);
      const { id, email } = await session.call(getMe, {});
      if (link !== this.#links) this.#end(session);
      else {
        this.#set({ type: 'confirming', account: { id, email }, session });
        onShow();
      }
    } catch (error) {
      if (session) this.#end(session);
      if (link !== this.#links) return;
      this.problem = error instanceof RefusedError ? error.message : NOT_REACHED;
      this.#set({ type: 'idle' });
    }
  }

  #end(session: DeviceSession): void {
    const ending = session.end().finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }

  #set(step: Step): void {
    this.#step = step;
    this.#ports.onChange();
  }
}

const NOT_REACHED = `Couldn’t reach the server. Check your connection, then open ${PRODUCT_NAME} from the website again.`;
