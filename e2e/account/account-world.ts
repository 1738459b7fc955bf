import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSetupToken, listSessions, type Session } from '@workspace/contract/auth';
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
import { SettingsWindow } from './settings-window.ts';

/** What the app keeps of its account, and of what was dictated. */
interface AppFiles {
  account: { account: { id: string; email: string } | null; wasSignedOut: boolean } | undefined;
  usage: { id: string; seconds: number; account: string | null; reported: boolean }[] | undefined;
}

/** The real server, which can go and come back, and the app on a display of its own. */
export class AccountWorld {
  readonly session: DesktopSession;
  readonly settings: SettingsWindow;
  /** A folder whose programs the app finds before all others. */
  readonly programs: string;
  readonly #dataDir: string;
  readonly #variables: Record<string, string>;
  /** Where pages are noted that the app opens in a browser. */
  readonly #pageLog: string;
  #server: ServerProcess;
  /** How many links the server has given since it was started. */
  #links = 0;
  /** Where the app finds the server. */
  apiUrl: string;

  private constructor(
    session: DesktopSession,
    settings: SettingsWindow,
    server: ServerProcess,
    { dataDir, variables }: { dataDir: string; variables: Record<string, string> },
  ) {
    this.session = session;
    this.settings = settings;
    this.#server = server;
    this.#dataDir = dataDir;
    this.#variables = variables;
    this.#pageLog = join(session.folder, 'pages');
    this.apiUrl = server.url;
    this.programs = join(session.folder, 'bin');
    writeProgram(this.programs, 'xdg-open', `echo "$1" >> "${this.#pageLog}"`);
  }

  /** Starts the server, with variables of its own, and a display on which the app can be started. */
  static async open(environment: Record<string, string> = {}): Promise<AccountWorld> {
    const dataDir = scratchFolder();
    // It comes back where it was.
    const port = String(await findFreePort());
    // Its log tells which calls were made.
    const variables = { DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'info', ...environment };
    const [session, server] = await Promise.all([DesktopSession.open(), ServerProcess.start(variables)]);
    const settings = await SettingsWindow.watch(session.x);
    return new AccountWorld(session, settings, server, { dataDir, variables });
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
    this.#links = 0;
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
    this.#links += 1;
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

  /** Says yes to the question that a link leads to. */
  async accept({ email }: TestUser): Promise<void> {
    await this.#untilAsked();
    await this.settings.acceptLink(() => this.files().account?.account?.email === email);
  }

  /** Says no. */
  async decline(user: TestUser): Promise<void> {
    await this.#untilAsked();
    await this.settings.declineLink(async () => (await this.devicesOf(user)).length === 0);
  }

  /** Waits until the app knows whose link it is; it asks the server for nothing else. */
  async #untilAsked(): Promise<void> {
    await this.session.x.waitUntil(() => this.#server.log.split('"route":"/auth/me"').length > this.#links);
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
