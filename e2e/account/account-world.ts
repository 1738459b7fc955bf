import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSetupToken, listSessions, type Session } from '@workspace/contract/auth';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { openDatabase } from '@workspace/server/database/database';
import { plans } from '@workspace/server/database/schema';
import type { TestUser } from '@workspace/server/testing/test-users';
import type { RunningProcess } from '../child-processes.ts';
import { AppWindows } from '../desktop/app-windows.ts';
import { DesktopSession, type LaunchOptions } from '../desktop/desktop-session.ts';
import { writeProgram } from '../program-file.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { findFreePort } from '../server/free-port.ts';
import { bundledDatabaseIn, createUsers, ServerProcess } from '../server/server-process.ts';
import { readStoredUsage, type StoredUsage } from '../server/usage-burst.ts';

/** What the app stores about its account and its dictations. */
interface AppFiles {
  account:
    | {
        account: { id: string; email: string } | null;
        wasSignedOut: boolean;
        entitlement: { plan: 'beta' | 'standard' } | null;
      }
    | undefined;
  usage: { id: string; seconds: number; account: string | null; reported: boolean }[] | undefined;
}

/** The real server, which can be stopped and restarted, and the app on its own display. */
export class AccountWorld {
  readonly session: DesktopSession;
  readonly windows: AppWindows;
  /** The first folder in the app's PATH. */
  readonly programs: string;
  readonly #dataDir: string;
  readonly #variables: Record<string, string>;
  /** Where the pages that the app opens in a browser are recorded. */
  readonly #pageLog: string;
  #server: ServerProcess;
  /** The server's address for the app. */
  apiUrl: string;

  private constructor(
    session: DesktopSession,
    server: ServerProcess,
    { dataDir, variables }: { dataDir: string; variables: Record<string, string> },
  ) {
    this.session = session;
    this.#server = server;
    this.#dataDir = dataDir;
    this.#variables = variables;
    this.#pageLog = join(session.folder, 'pages');
    this.apiUrl = server.url;
    this.programs = join(session.folder, 'bin');
    this.windows = new AppWindows({ home: session.home, programs: this.programs });
    writeProgram(this.programs, 'xdg-open', `echo "$1" >> "${this.#pageLog}"`);
  }

  /** Starts the server with the given variables, and a display for the app. */
  static async open(environment: Record<string, string> = {}): Promise<AccountWorld> {
    const dataDir = scratchFolder();
    // A restart uses the same port.
    const port = String(await findFreePort());
    const variables = { DATA_DIR: dataDir, PORT: port, ...environment };
    const [session, server] = await Promise.all([DesktopSession.open(), ServerProcess.start(variables)]);
    return new AccountWorld(session, server, { dataDir, variables });
  }

  get server(): ServerProcess {
    return this.#server;
  }

  /** Kills the server, until it is started again. */
  async killServer(): Promise<void> {
    await this.#server.kill();
  }

  async restartServer(): Promise<void> {
    this.#server = await ServerProcess.start(this.#variables);
  }

  /** Creates a user who is signed in on the site. */
  async createUser(): Promise<TestUser> {
    const [user] = await createUsers(bundledDatabaseIn(this.#dataDir), 1);
    return user!;
  }

  /** Makes a user Standard, as a payment would. */
  async makeStandard({ id }: TestUser): Promise<void> {
    const { database, close } = openDatabase(bundledDatabaseIn(this.#dataDir), () => {});
    try {
      await database
        .insert(plans)
        .values({ userId: id, source: 'license', priceId: 'price_1', cancelAtPeriodEnd: false });
    } finally {
      await close();
    }
  }

  /** The link that the site's button opens. */
  async setupLink({ token }: TestUser): Promise<string> {
    const answer = await this.#server.call(generateSetupToken, {}, { token });
    if (!answer.ok) throw new Error(answer.errors.join(' '));
    return `saykey://setup?token=${encodeURIComponent(answer.data.token)}`;
  }

  /** A user's linked computers. */
  async devicesOf({ token }: TestUser): Promise<Session[]> {
    const answer = await this.#server.call(listSessions, {}, { token });
    if (!answer.ok) throw new Error(answer.errors.join(' '));
    return answer.data.filter(({ kind }) => kind === 'device');
  }

  /** Starts the app. Resolves once it can be used. */
  startApp(options: LaunchOptions = {}): Promise<RunningProcess> {
    return this.session.startApp({ ...options, environment: this.#environment });
  }

  /** Passes a link to the running app. */
  async follow(link: string): Promise<void> {
    const { exitCode, stderr } = await this.session.launchApp({ link, environment: this.#environment }).ended;
    if (exitCode !== 0) throw new Error(stderr);
  }

  /** Links the running app to an account. */
  async link(user: TestUser): Promise<void> {
    await this.follow(await this.setupLink(user));
    await this.accept(user);
  }

  /** Waits until the app asks whether to link this computer, and names the account. Resolves with the question. */
  async untilAskedToLink({ email }: Pick<TestUser, 'email'>): Promise<string> {
    const question = `Link this computer to ${email}?`;
    await this.windows.untilShown('settings', question);
    return question;
  }

  /** Confirms. Resolves once the app shows that it is linked, and has saved it. */
  async accept(user: Pick<TestUser, 'email'>): Promise<void> {
    await this.#answer(user, ['Not now', 'Link this computer']);
    await this.windows.untilShown('settings', `${user.email}\nLinked to this computer.`);
    await this.session.x.waitUntil(() => this.files().account?.account?.email === user.email);
  }

  /** Declines. */
  async decline(user: TestUser): Promise<void> {
    await this.#answer(user, ['Not now']);
    await this.session.x.waitUntil(async () => (await this.devicesOf(user)).length === 0);
  }

  /** Answers with the keyboard: tabs to a button and presses it. */
  async #answer(user: Pick<TestUser, 'email'>, buttons: readonly string[]): Promise<void> {
    const { x } = this.session;
    const question = await this.untilAskedToLink(user);
    await x.focusWindow({ name: `^${PRODUCT_NAME} Settings$` });
    await this.windows.untilFocused('settings', question);
    for (const button of buttons) {
      await x.xdotool('key', 'Tab');
      await this.windows.untilFocused('settings', button);
    }
    await x.xdotool('key', 'Return');
  }

  /** What the app has saved. */
  files(): AppFiles {
    const read = (name: string) => {
      const path = join(this.session.home, name);
      return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
    };
    return { account: read('account.json'), usage: read('usage.json') };
  }

  /** What the server has counted, for all users. */
  countedUsage(): Promise<StoredUsage> {
    return readStoredUsage(bundledDatabaseIn(this.#dataDir));
  }

  /** Pages that the app opened in a browser. */
  openedPages(): string[] {
    return existsSync(this.#pageLog) ? readFileSync(this.#pageLog, 'utf8').trim().split('\n') : [];
  }

  get #environment(): Record<string, string> {
    const { PATH } = this.session.x.environment;
    return {
      PATH: `${this.programs}:${PATH}`,
      SAYKEY_API_URL: this.apiUrl,
      SAYKEY_SITE_URL: 'http://localhost:3000',
    };
  }
}
