import { expect } from 'vitest';
import { AccountWorld } from '../account/account-world.ts';
import { endAfterTests } from '../after-tests.ts';
import type { AppWindows } from '../desktop/app-windows.ts';
import { HOLD } from '../desktop/chords.ts';
import { findFreePort } from '../server/free-port.ts';
import { type OutsideWorldProcess, outsideWorldVariables, startOutsideWorld } from '../server/outside-world-process.ts';
import { PaymentsControl } from '../server/payments-control.ts';
import { type SiteProcess, startSite } from '../site/site-process.ts';
import { DeskBrowser } from './desk-browser.ts';
import { Visitor } from './visitor.ts';

/** A program to dictate into. */
interface OtherProgram {
  focus(): Promise<void>;
  /** All text written into it. */
  text(): string | Promise<string>;
}

/** What the app shows for Standard. */
export const NO_LIMIT = 'Unlimited, under fair use';

/** How long the app may take to react to a declined press, before the chord is pressed again. */
const ANSWER_MS = 3_000;
/** The app asks the server at most every few seconds. */
const MAX_PRESSES = 10;

/**
 * The whole product as a user runs it: the server and the site, with a sandbox for the outside world, and a display with the app,
 * other programs, and a browser.
 */
export class Product {
  readonly world: AccountWorld;
  readonly windows: AppWindows;
  readonly #sandbox: OutsideWorldProcess;
  readonly #site: SiteProcess;

  private constructor(world: AccountWorld, sandbox: OutsideWorldProcess, site: SiteProcess) {
    this.world = world;
    this.windows = world.windows;
    this.#sandbox = sandbox;
    this.#site = site;
  }

  /** Starts it, for the calling file's tests, without the app and the browser. */
  static async start({ weeklySeconds }: { weeklySeconds: number }): Promise<Product> {
    const smtpPort = await findFreePort();
    const [sandbox, site] = await Promise.all([
      startOutsideWorld({ SITE_PORT: '3000', SANDBOX_SMTP_PORT: String(smtpPort) }),
      startSite(),
    ]);
    endAfterTests(() => site.stop());
    const world = await AccountWorld.open({
      BETA_WEEKLY_SECONDS: String(weeklySeconds),
      ...outsideWorldVariables(sandbox.url, smtpPort),
    });
    await new PaymentsControl(sandbox.url).sendWebhooksTo(`${world.server.url}/billing/webhook`);
    return new Product(world, sandbox, site);
  }

  /** Opens a browser that has never visited the site. */
  async welcome(email: string): Promise<Visitor> {
    const { session, server } = this.world;
    const places = { siteUrl: this.#site.url, serverUrl: server.url, sandboxUrl: this.#sandbox.url };
    return new Visitor(email, await DeskBrowser.open(session.x, places), this.#sandbox.url);
  }

  /**
   * Holds the chord and speaks. Resolves with the counted seconds, once the text is in the other program, and, with an account,
   * the server has received them.
   */
  async dictate(words: string, into: OtherProgram): Promise<number> {
    const { session } = this.world;
    const recording = await session.speak([words]);
    await into.focus();
    const before = await into.text();
    return this.secondsOf(async () => {
      await session.dictate(recording);
      await session.account.until(([only]) => only?.closedAtMs != null);
      const text = await session.textOf(recording);
      await session.x.waitUntil(async () => (await into.text()).slice(before.length).trim() === text);
    });
  }

  /** Resolves with the counted seconds of a dictation, once the server has received them if there is an account. */
  async secondsOf(dictate: () => Promise<void>): Promise<number> {
    const entries = () => this.world.files().usage ?? [];
    const known = new Set(entries().map(({ id }) => id));
    await dictate();
    const counted = await this.world.session.x.waitUntil(() => {
      const added = entries().filter(({ id }) => !known.has(id));
      return added.length > 0 && added.every(({ account, reported }) => account === null || reported) && added;
    });
    return counted.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** Presses the chord when dictation is declined: the app says why, and records nothing. */
  async expectDeclined({ limit, into }: { limit: string; into: OtherProgram }): Promise<void> {
    const { session } = this.world;
    await session.speak(['In vain.']);
    await into.focus();
    const before = await into.text();
    // The previous message is gone.
    await this.windows.untilEmpty('hud');
    await session.tap(HOLD);
    await this.windows.untilShown('hud', 'Your dictation time is used up');
    await this.windows.untilShown('hud', `Beta Testers can dictate ${limit} in any 7 days.`);
    expect(await session.account.sessions()).toEqual([]);
    expect(await into.text()).toBe(before);
  }

  /**
   * Presses the chord, which is declined, until the app has learned something: when declining, it sometimes asks the
   * server.
   */
  async pressUntil(isLearned: (timeout: number) => Promise<unknown>, into: OtherProgram): Promise<void> {
    await into.focus();
    for (let presses = 1; ; presses += 1) {
      await this.world.session.tap(HOLD);
      try {
        await isLearned(ANSWER_MS);
        return;
      } catch (error) {
        if (presses === MAX_PRESSES) throw error;
      }
    }
  }

  /** Presses the chord until the app shows that there is no limit any more. */
  async pressUntilStandard(into: OtherProgram): Promise<void> {
    await this.pressUntil((timeout) => this.windows.untilShown('settings', NO_LIMIT, timeout), into);
  }
}
