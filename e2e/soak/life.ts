import type { DictatedTime } from '@workspace/dictation/take-runner';
import type { MailKind } from './inbox-reader.ts';

interface PaidSubscription {
  id: string;
  /** `ending`: continues until the paid period is over. */
  state: 'active' | 'ending' | 'canceled';
}

/** How many emails of a kind must arrive. */
interface Expected {
  least: number;
  /** More than `least` if a response was lost, since the call may have taken effect. */
  most: number;
}

/** What must be true of an account, given its user's calls and their responses. */
export class Life {
  readonly email: string;
  state: 'visitor' | 'registered' | 'verified' | 'signed in' | 'gone' = 'visitor';
  userId: string | undefined;
  /** Every dictation recorded in the ledger. */
  readonly dictations: DictatedTime[] = [];
  readonly mails = new Map<MailKind, Expected>();
  /** The checkout session in which a license was bought. */
  license: string | undefined;
  readonly subscriptions: PaidSubscription[] = [];

  constructor(email: string) {
    this.email = email;
  }

  /** Records that an email is due; `unheard` earlier attempts may have made others due. */
  expectMail(kind: MailKind, { least = 1, unheard = 0 }: { least?: number; unheard?: number } = {}): void {
    const expected = this.mails.get(kind) ?? { least: 0, most: 0 };
    this.mails.set(kind, { least: expected.least + least, most: expected.most + Math.max(1, least) + unheard });
  }

  /** Records that emails that haven't arrived need not arrive any more. */
  excuseMail(kind: MailKind, come: number): void {
    const expected = this.mails.get(kind);
    if (expected) expected.least = Math.min(expected.least, come);
  }

  get credentials(): { email: string; password: string } {
    return { email: this.email, password: `the password of ${this.email}` };
  }

  get seconds(): number {
    return this.dictations.reduce((sum, { seconds }) => sum + Math.ceil(seconds), 0);
  }

  get isStandard(): boolean {
    return this.license !== undefined || this.subscriptions.some(({ state }) => state !== 'canceled');
  }

  get payments(): number {
    return this.subscriptions.length + (this.license === undefined ? 0 : 1);
  }
}
