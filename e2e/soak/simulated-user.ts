import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { deleteAccount } from '@workspace/contract/account';
import {
  exchangeSetupToken,
  generateSetupToken,
  getMe,
  login,
  logout,
  refresh,
  register,
} from '@workspace/contract/auth';
import { createCheckoutSession, createPortalSession, verifyCheckoutSession } from '@workspace/contract/billing';
import { resendVerification, verifyEmail } from '@workspace/contract/email';
import { getUsage } from '@workspace/contract/usage';
import type { CookieJar } from '@workspace/server/testing/test-server';
import { PRICE_ID } from '../server/billing-world.ts';
import type { PaymentsControl } from '../server/payments-control.ts';
import type { Chance } from './chance.ts';
import { DictatingApp } from './dictating-app.ts';
import type { InboxReader, MailKind } from './inbox-reader.ts';
import type { Journal } from './journal.ts';
import { Life } from './life.ts';
import { type PatientCaller, UnexpectedError } from './patient-caller.ts';
import type { Speaker } from './speaker.ts';

const LOOK_MS = 250;
/** How long a user waits for an email before requesting another. */
const MAIL_PATIENCE_MS = 8_000;
/** The server allows five an hour. */
const MOST_RESENDS = 4;
const MAIL_LIMIT_MS = 240_000;
const REPORT_LIMIT_MS = 30_000;
/** The server returns the same session again for ten seconds. */
const REFRESH_WINDOW_MS = 9_000;
const TIME_ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'Europe/Berlin'];
const SIX_DAYS_MS = 6 * 86_400_000;

export interface UserDependencies {
  caller: PatientCaller;
  inbox: InboxReader;
  payments: PaymentsControl;
  journal: Journal;
  chance: Chance;
  folder: string;
  /** Resolves when users may continue: they pause while memory is measured. */
  untilAwake(): Promise<void>;
}

type Action = () => Promise<void>;

/** A user who registers, dictates, pays and leaves, again and again, and knows what must be true as a result. */
export class SimulatedUser {
  readonly lives: Life[] = [];
  readonly name: string;
  readonly #dependencies: UserDependencies;
  /** Only for users who dictate with the engine. */
  #speaker: Speaker | undefined;
  #app!: DictatingApp;
  #jar: CookieJar = new Map();
  #token = '';

  constructor(name: string, dependencies: UserDependencies) {
    this.name = name;
    this.#dependencies = dependencies;
  }

  /** Gives the user a voice for dictating with the engine. */
  speakBy(speaker: Speaker): void {
    this.#speaker = speaker;
  }

  get app(): DictatingApp {
    return this.#app;
  }

  get caller(): PatientCaller {
    return this.#dependencies.caller;
  }

  get token(): string {
    return this.#token;
  }

  get life(): Life {
    return this.lives.at(-1)!;
  }

  /** Acts until the soak is over. Never rejects: failures are recorded. */
  async live(isOver: () => boolean): Promise<void> {
    const { chance, journal, untilAwake } = this.#dependencies;
    try {
      await this.#beginLife();
      while (!isOver()) {
        await untilAwake();
        await this.#act();
        await delay(chance.whole(300, 2_500));
      }
    } catch (error) {
      journal.blame(this.#who, describe(error));
    }
  }

  /** Settles: signed in, with everything reported. Never rejects either. */
  async settle(): Promise<void> {
    try {
      while (this.life.state !== 'signed in') await this.#act();
      if (!(await this.#reportAll())) throw new UnexpectedError('the ledger could not report everything');
    } catch (error) {
      this.#dependencies.journal.blame(this.#who, describe(error));
    }
  }

  get #who(): string {
    return `user ${this.name} (${this.lives.at(-1)?.email}, ${this.lives.at(-1)?.state})`;
  }

  async #beginLife(): Promise<void> {
    const { folder, caller, journal } = this.#dependencies;
    await this.#app?.close();
    const life = new Life(`${this.name}-${this.lives.length + 1}@example.com`);
    this.lives.push(life);
    this.#jar = new Map();
    this.#app = new DictatingApp({ path: join(folder, `${life.email}.json`), caller, journal, life });
    await this.#app.open();
  }

  /** Takes the next step, depending on the user's state. */
  async #act(): Promise<void> {
    switch (this.life.state) {
      case 'visitor':
        return this.#register();
      case 'registered':
        return this.#verify();
      case 'verified':
        return this.#signIn();
      case 'gone':
        return this.#beginLife();
      case 'signed in':
        return this.#actSignedIn();
    }
  }

  async #actSignedIn(): Promise<void> {
    const { chance } = this.#dependencies;
    if (!this.#app.isLinked) return this.#linkDevice();
    const usual: Action[] = [
      () => this.#dictate(),
      () => this.#dictate(),
      () => this.#dictate(),
      () => this.#readUsage(),
      () => this.#refreshInTwoTabs(),
    ];
    const rare: Action[] = [
      () => this.#subscribe(),
      () => this.#subscribe(),
      () => this.#buyLicense(),
      () => this.#cancel(),
      () => this.#openPortal(),
      () => this.#signOut(),
      () => this.#app.restart(),
      () => this.#app.unlink(),
      () => this.#leave(),
    ];
    await chance.pick(chance.strikes(70) ? usual : rare)();
  }

  async #register(): Promise<void> {
    const { caller, chance, journal } = this.#dependencies;
    const { life } = this;
    // Some buy first and register afterwards.
    if (chance.strikes(15)) await this.#payByLink({ prefilled_email: life.email });
    const { unheard } = await caller.call(register, { body: life.credentials });
    life.state = 'registered';
    life.expectMail('verification', { unheard });
    journal.count('registrations');
  }

  async #verify(): Promise<void> {
    const { caller, inbox } = this.#dependencies;
    const { life } = this;
    let resends = 0;
    let askedAt = Date.now();
    let token: string | undefined;
    for (const until = Date.now() + MAIL_LIMIT_MS; token === undefined; await delay(LOOK_MS)) {
      token = inbox.verificationToken(life.email);
      if (Date.now() > until) throw new UnexpectedError('no mail came to verify the address');
      if (token !== undefined || resends === MOST_RESENDS || Date.now() - askedAt < MAIL_PATIENCE_MS) continue;
      resends += 1;
      // Superfluous if the first one arrives now.
      const { unheard } = await caller.call(resendVerification, { body: { email: life.email } }, { mayRefuse: [429] });
      life.expectMail('verification', { least: 0, unheard });
      askedAt = Date.now();
    }
    await caller.call(verifyEmail, { query: { token } });
    life.state = 'verified';
    // An email that hasn't arrived by now would be meaningless.
    life.excuseMail('verification', 1);
  }

  async #signIn(): Promise<void> {
    const { caller, journal } = this.#dependencies;
    const { life } = this;
    const answer = await caller.call(login, { body: life.credentials }, { cookies: this.#jar });
    if (!answer.ok) throw new UnexpectedError('signing in was refused');
    // After a lost response, the browser is not the one that the server knows.
    if (answer.unheard > 0) life.expectMail('sign-in', { least: 0, unheard: answer.unheard });
    this.#token = answer.data.token;
    const me = await caller.call(getMe, {}, { token: this.#token });
    if (!me.ok || me.data.email !== life.email) throw new UnexpectedError('somebody else is signed in');
    life.userId = me.data.id;
    life.state = 'signed in';
    journal.count('sign-ins');
  }

  async #signOut(): Promise<void> {
    const { caller, journal } = this.#dependencies;
    const { unheard } = await caller.call(logout, {}, { cookies: this.#jar });
    const { ok } = await caller.call(getMe, {}, { token: this.#token, mayRefuse: [401] });
    // A server whose database is down still clears the browser's cookies: a retry has no session to end.
    if (ok && unheard > 0) journal.count('sign-outs in the browser alone');
    else if (ok) throw new UnexpectedError('the token is good after signing out');
    this.life.state = 'verified';
  }

  async #linkDevice(): Promise<void> {
    const { caller, journal } = this.#dependencies;
    for (;;) {
      const given = await caller.call(generateSetupToken, {}, { token: this.#token });
      if (!given.ok) throw new UnexpectedError('a setup token was refused');
      const device = { name: `Mac of ${this.name}`, platform: 'macOS', appVersion: '0.5.5' };
      const body = { setupToken: given.data.token, device };
      const linked = await caller.call(exchangeSetupToken, { body }, { mayRefuse: [401] });
      if (linked.ok) {
        this.life.expectMail('sign-in');
        journal.count('devices linked');
        return this.#app.link(linked.data);
      }
      if (linked.unheard === 0) throw new UnexpectedError('a new setup token was refused');
      // It was used by an attempt whose response got lost.
      this.life.expectMail('sign-in', { least: 0 });
    }
  }

  async #dictate(): Promise<void> {
    const { chance } = this.#dependencies;
    if (this.#speaker) {
      const problem = await this.#speaker.speak();
      if (problem !== undefined) throw new UnexpectedError(problem);
      return;
    }
    for (let left = chance.whole(1, 4); left > 0; left -= 1) {
      const startedAt = new Date(Date.now() - chance.whole(1_000, SIX_DAYS_MS)).toISOString();
      this.#app.record({ startedAt, seconds: chance.whole(1, 900) / 10, timezone: chance.pick(TIME_ZONES) });
    }
  }

  /** Checks that usage, even while it changes, is at least what was acknowledged and at most what was dictated. */
  async #readUsage(): Promise<void> {
    const { caller } = this.#dependencies;
    const acknowledged = this.#app.reportedSeconds;
    const answer = await caller.call(getUsage, {}, { token: this.#token });
    if (!answer.ok) throw new UnexpectedError('usage was refused');
    const shown = answer.data.monthly.reduce((sum, { totalSeconds }) => sum + totalSeconds, 0);
    if (shown < acknowledged || shown > this.life.seconds) {
      throw new UnexpectedError(
        `${acknowledged} s were acknowledged, ${this.life.seconds} s dictated, ${shown} s shown`,
      );
    }
  }

  async #refreshInTwoTabs(): Promise<void> {
    const { caller, journal } = this.#dependencies;
    const refreshOnce = () => caller.call(refresh, {}, { cookies: this.#jar, mayRefuse: [401] });
    const tabs = await Promise.all([refreshOnce(), refreshOnce()]);
    const [first] = tabs.filter(({ ok }) => ok);
    if (tabs.every(({ ok }) => ok) && first?.ok) {
      this.#token = first.data.token;
      return;
    }
    const mayHaveEnded = tabs.some(({ unheard, tookMs }) => unheard > 0 && tookMs > REFRESH_WINDOW_MS);
    if (!mayHaveEnded) throw new UnexpectedError('a refresh ended the session, though no answer was lost for long');
    journal.count('browser sessions lost');
    this.life.state = 'verified';
  }

  async #subscribe(): Promise<void> {
    const { caller, journal, payments } = this.#dependencies;
    const { life } = this;
    if (life.isStandard) return;
    const mayRefuse = life.subscriptions.length > 0 ? [409] : [];
    const page = await caller.call(
      createCheckoutSession,
      { body: { priceId: PRICE_ID } },
      { token: this.#token, mayRefuse },
    );
    // The cancellation of an earlier one has not arrived yet.
    if (!page.ok) return;
    const id = /cs_\w+/.exec(page.data.url)?.[0] ?? '';
    const { subscription } = await payments.pay(id);
    if (subscription === null) throw new UnexpectedError('nothing was subscribed to');
    life.subscriptions.push({ id: subscription, state: 'active' });
    life.expectMail('subscription');
    journal.count('payments');
    await this.#confirmPaid(id);
  }

  async #buyLicense(): Promise<void> {
    const { life } = this;
    if (life.isStandard || life.userId === undefined) return;
    const id = await this.#payByLink({ client_reference_id: life.userId, locked_prefilled_email: life.email });
    await this.#confirmPaid(id);
  }

  async #payByLink(link: Parameters<PaymentsControl['followLink']>[0]): Promise<string> {
    const { journal, payments } = this.#dependencies;
    const { id } = await payments.followLink(link);
    await payments.pay(id, { email: this.life.email });
    this.life.license = id;
    this.life.expectMail('purchase');
    journal.count('payments');
    return id;
  }

  async #confirmPaid(sessionId: string): Promise<void> {
    const answer = await this.#dependencies.caller.call(
      verifyCheckoutSession,
      { body: { sessionId } },
      { token: this.#token },
    );
    const status = answer.ok ? answer.data.paymentStatus : answer.status;
    if (status !== 'paid') throw new UnexpectedError(`${sessionId} was paid, and is told to be ${status}`);
  }

  async #openPortal(): Promise<void> {
    await this.#dependencies.caller.call(createPortalSession, {}, { token: this.#token });
  }

  async #cancel(): Promise<void> {
    const { chance, inbox, payments } = this.#dependencies;
    const { life } = this;
    const running = life.subscriptions.find(({ state }) => state === 'active');
    if (running === undefined) return;
    const when = chance.pick(['now', 'period-end'] as const);
    await payments.cancel(running.id, when);
    running.state = when === 'now' ? 'canceled' : 'ending';
    if (when === 'now') life.excuseMail('subscription', inbox.count(life.email, 'subscription'));
  }

  /** Deletes the account, once everything has been reported. */
  async #leave(): Promise<void> {
    const { caller, inbox, journal } = this.#dependencies;
    const { life } = this;
    if (!(await this.#reportAll())) return;
    const answer = await caller.call(deleteAccount, {}, { token: this.#token, cookies: this.#jar, mayRefuse: [401] });
    if (!answer.ok && answer.unheard === 0) throw new UnexpectedError('deleting the account was refused');
    life.state = 'gone';
    for (const kind of ['sign-in', 'purchase', 'subscription'] satisfies MailKind[])
      life.excuseMail(kind, inbox.count(life.email, kind));
    life.expectMail('deleted');
    journal.count('accounts deleted');
    const { ok } = await caller.call(getMe, {}, { token: this.#token, mayRefuse: [401] });
    if (ok) throw new UnexpectedError('the token is good after the account was deleted');
  }

  async #reportAll(): Promise<boolean> {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      if (!this.#app.isLinked) await this.#linkDevice();
      if (await this.#app.reportAll(REPORT_LIMIT_MS)) return true;
    }
    return false;
  }
}

function describe(error: unknown): string {
  return error instanceof UnexpectedError
    ? error.message
    : error instanceof Error
      ? (error.stack ?? '')
      : String(error);
}
