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
  /** The user has agreed. */
  onAccepted(account: LinkedAccount, session: DeviceSession): void;
}

type Step =
  | { type: 'idle' }
  /** Asking the server whose link it is. */
  | { type: 'asking' }
  /** Asking the user. */
  | { type: 'confirming'; account: LinkedAccount; session: DeviceSession };

/** Takes a setup link to the account the user agrees to. A later link replaces an earlier one. */
export class AccountLinking {
  readonly #ports: AccountLinkingPorts;
  #step: Step = { type: 'idle' };
  /** Counts links, so that results of an earlier one can be told apart. */
  #links = 0;
  /** The lookup of the last link, while the server is being asked. */
  #asking: Promise<void> | undefined;
  /** Sessions being ended because the user didn't want them. */
  readonly #endings = new Set<Promise<void>>();
  /** Why the last link failed; null if it didn't. */
  problem: string | null = null;

  constructor(ports: AccountLinkingPorts) {
    this.#ports = ports;
  }

  get isAsking(): boolean {
    return this.#step.type === 'asking';
  }

  /** The account the user is being asked about. */
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

  /** Takes the user's answer about the candidate. */
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

  /** Drops an unanswered link: ends its session on the server and forgets its tokens. */
  drop(): void {
    this.#links += 1;
    this.problem = null;
    if (this.#step.type === 'confirming') this.#end(this.#step.session);
    this.#set({ type: 'idle' });
  }

  /** Resolves once no session is being started or ended. */
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
