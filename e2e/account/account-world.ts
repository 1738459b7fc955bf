import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSetupToken, listSessions, type Session } from '@workspace/contract/auth';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { openDatabase } from '@workspace/server/database/database';
import { plans } from '@workspace/server/database/schema';
import type { TestUser } from '@workspace/server/testing/test-users';
import type { RunningProcess } from '../child-processes.ts';
import { DesktopSession, type LaunchOptions } from '../desktop/desktop-session.ts';
import { writeProgram } from '../program-file.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { findFreePort } from '../server/free-port.ts';
import { bundledDatabaseIn, createUsers, ServerProcess } from '../server/server-process.ts';
import { readStoredUsage, type StoredUsage } from '../server/usage-burst.ts';
import { AppWindows } from './app-windows.ts';

/** What the app keeps of its account, and of what was dictated. */
interface AppFiles {
  account: { account: { id: string; email: string } | null; wasSignedOut: boolean } | undefined;
  usage: { id: string; seconds: number; account: string | null; reported: boolean }[] | undefined;
}

/** The real server, which can go down and come back, and the app on its own display. */
export class AccountWorld {
  readonly session: DesktopSession;
  readonly windows: AppWindows;
  /** A folder whose programs the app finds before all others. */
  readonly programs: string;
  readonly #dataDir: string;
  readonly #variables: Record<string, string>;
  /** Where pages are noted that the app opens in a browser. */
  readonly #pageLog: string;
  #server: ServerProcess;
  /** Where the app finds the server. */
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

  /** Starts the server, with the given variables, and a display on which the app can be started. */
  static async open(environment: Record<string, string> = {}): Promise<AccountWorld> {
    const dataDir = scratchFolder();
    // It comes back where it was.
    const port = String(await findFreePort());
    const variables = { DATA_DIR: dataDir, PORT: port, ...environment };
    const [session, server] = await Promise.all([DesktopSession.open(), ServerProcess.start(variables)]);
    return new AccountWorld(session, server, { dataDir, variables });
  }

  get server(): ServerProcess {
    return this.#server;
  }

  /** Ends the server at once, until it is started again. */
  async killServer(): Promise<void> {
    await this.#server.kill();
  }

  async restartServer(): Promise<void> {
    this.#server = await ServerProcess.start(this.#variables);
  }

  /** Makes a user who is signed in on the site. */
  async createUser(): Promise<TestUser> {
    const [user] = await createUsers(bundledDatabaseIn(this.#dataDir), 1);
    return user!;
  }

  /** Makes a user Standard, as a payment does. */
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

  /** What the site's button opens. */
  async setupLink({ token }: TestUser): Promise<string> {
    const answer = await this.#server.call(generateSetupToken, {}, { token });
    if (!answer.ok) throw new Error(answer.errors.join(' '));
    return `saykey://setup?token=${encodeURIComponent(answer.data.token)}`;
  }

  /** The computers of a user that are linked. */
  async devicesOf({ token }: TestUser): Promise<Session[]> {
    const answer = await this.#server.call(listSessions, {}, { token });
    if (!answer.ok) throw new Error(answer.errors.join(' '));
    return answer.data.filter(({ kind }) => kind === 'device');
  }

  /** Starts the app. Resolves once it can be used. */
  startApp(options: LaunchOptions = {}): Promise<RunningProcess> {
    return this.session.startApp({ ...options, environment: this.#environment });
  }

  /** Hands a link to the app that runs. */
  async follow(link: string): Promise<void> {
    const { exitCode, stderr } = await this.session.launchApp({ link, environment: this.#environment }).ended;
    if (exitCode !== 0) throw new Error(stderr);
  }

  /** Links the app that runs to an account. */
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

  /** Says yes to that question. Resolves once the app shows that it is linked, and has written it down. */
  async accept(user: Pick<TestUser, 'email'>): Promise<void> {
    await this.#answer(user, ['Not now', 'Link this computer']);
    await this.windows.untilShown('settings', `${user.email}\nLinked to this computer.`);
    await this.session.x.waitUntil(() => this.files().account?.account?.email === user.email);
  }

  /** Says no. */
  async decline(user: TestUser): Promise<void> {
    await this.#answer(user, ['Not now']);
    await this.session.x.waitUntil(async () => (await this.devicesOf(user)).length === 0);
  }

  /** Answers the question by keys, which go from one button to the next; the last one is pressed. */
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

  /** What the app has written down. */
  files(): AppFiles {
    const read = (name: string) => {
      const path = join(this.session.home, name);
      return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
    };
    return { account: read('account.json'), usage: read('usage.json') };
  }

  /** What the server has counted, for all users together. */
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
