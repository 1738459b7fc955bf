import { setTimeout as delay } from 'node:timers/promises';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { Journal } from './journal.ts';

/** The kinds of emails. */
export type MailKind = 'verification' | 'sign-in' | 'purchase' | 'subscription' | 'deleted';

const SUBJECTS = new Map<string, MailKind>([
  [`Verify your email for ${PRODUCT_NAME}`, 'verification'],
  [`New sign-in to your ${PRODUCT_NAME} account`, 'sign-in'],
  [`Your ${PRODUCT_NAME} license is active`, 'purchase'],
  [`Your ${PRODUCT_NAME} license is waiting for you`, 'purchase'],
  [`Your ${PRODUCT_NAME} subscription is active`, 'subscription'],
  [`Your ${PRODUCT_NAME} account was deleted`, 'deleted'],
]);

const LOOK_MS = 200;
/** Up to this long after a fault, an interrupted job may be repeated, and its email sent twice. */
const REPEAT_MS = 300_000;

interface Message {
  to: string[];
  subject: string;
  links: string[];
  headers: Record<string, string>;
}

interface Mail {
  kind: MailKind;
  links: readonly string[];
}

/** Reads everyone's emails as they arrive. One that arrives again with its Message-ID is the same, as for mail programs. */
export class InboxReader {
  /** By address, then by Message-ID. */
  readonly #mails = new Map<string, Map<string, Mail>>();
  readonly #journal: Journal;
  readonly #url: string;
  #next = 1;
  #isOver = false;
  #reading: Promise<void> | undefined;

  constructor(journal: Journal, sandboxUrl: string) {
    this.#journal = journal;
    this.#url = `${sandboxUrl}/messages`;
  }

  start(): void {
    this.#reading = this.#readOn();
  }

  /** Stops, after reading what has arrived so far. */
  async stop(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#reading;
    await this.#readNew();
  }

  async #readNew(): Promise<void> {
    for (;;) {
      // By number: the inbox keeps the last thousand, which would be a long list.
      const response = await fetch(`${this.#url}/${this.#next}`);
      if (!response.ok) {
        await response.text();
        return;
      }
      const message = (await response.json()) as Message;
      this.#next += 1;
      this.#keep(message);
    }
  }

  get addresses(): string[] {
    return [...this.#mails.keys()];
  }

  /** How many different emails of a kind an address has received. */
  count(address: string, kind: MailKind): number {
    return this.#of(address, kind).length;
  }

  /** The token in an address's verification link; undefined while none has arrived. */
  verificationToken(address: string): string | undefined {
    const links = this.#of(address, 'verification').flatMap((mail) => mail.links);
    return links.map((link) => new URL(link).searchParams.get('token')).find((token) => token !== null) ?? undefined;
  }

  #of(address: string, kind: MailKind): Mail[] {
    return [...(this.#mails.get(address)?.values() ?? [])].filter((mail) => mail.kind === kind);
  }

  async #readOn(): Promise<void> {
    while (!this.#isOver) {
      await this.#readNew();
      await delay(LOOK_MS);
    }
  }

  #keep({ to, subject, links, headers }: Message): void {
    const [address = '', ...others] = to;
    if (others.length > 0) this.#journal.blame(address, `was sent a mail together with ${others}: ${subject}`);
    const id = headers['message-id'] ?? '';
    const kind = SUBJECTS.get(subject);
    if (kind === undefined) {
      this.#journal.blame(address, `was sent a mail of no known kind: ${subject}`);
      return;
    }
    const mails = this.#mails.get(address) ?? new Map<string, Mail>();
    this.#mails.set(address, mails);
    if (!mails.has(id)) this.#journal.count('mails');
    else if (this.#journal.explains(['servers', 'database', 'mail'], Date.now(), REPEAT_MS))
      this.#journal.count('mails that came again');
    else this.#journal.blame(address, `was sent the same mail twice: ${subject}`);
    mails.set(id, { kind, links });
  }
}
