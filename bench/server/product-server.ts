import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readConfig } from '@workspace/server/config';
import { findRunningDatabase } from '@workspace/server/database/bundled/find-running-database';
import { type DatabaseHandle, openDatabase } from '@workspace/server/database/database';
import { newToken } from '@workspace/server/secrets/keys';
import { Program } from '../desktop/programs.ts';
import { addressOf } from './address.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Node's arguments for running the server: built (`npm run serve -w apps/server`), or from source (`npm start`). */
const FORMS = {
  built: ['--max-semi-space-size=16', join(ROOT, 'apps', 'server', 'build', 'main.js')],
  source: [join(ROOT, 'apps', 'server', 'src', 'main.ts')],
};
export type Form = keyof typeof FORMS;

/** As in production behind a proxy that reports the client's address. No outside service is ever called. */
const ENVIRONMENT = {
  NODE_ENV: 'production',
  PORT: '0',
  PUBLIC_API_URL: 'https://api.example.com',
  SITE_URL: 'https://www.example.com',
  DATABASE_URL: '',
  JWT_SECRET: newToken(),
  JWT_SECRET_PREVIOUS: '',
  SMTP_URL: 'smtp://localhost:1',
  MAIL_FROM: 'no-reply@example.com',
  GOOGLE_CLIENT_ID: 'benchmark',
  GOOGLE_CLIENT_SECRET: newToken(),
  STRIPE_SECRET_KEY: newToken(),
  STRIPE_WEBHOOK_SECRET: newToken(),
  STANDARD_PRICE_ID: 'price_benchmark',
  STANDARD_UNIT_AMOUNT: '1999',
  PAYMENT_LINK: 'https://pay.example.com/standard',
  TRUST_PROXY: '1',
  RELEASES_DIR: join(ROOT, 'releases'),
  LOG_LEVEL: 'info',
};

/** The configuration of all servers in the benchmark. */
export const CONFIG = readConfig(ENVIRONMENT);

/** Builds the server, as for production. */
export function buildServer(): void {
  execFileSync('npm', ['run', 'build', '-w', 'apps/server'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The real server in its own process, with the bundled database. */
export class ProductServer {
  readonly url: string;
  readonly pid: number;
  /** From its start until it said it was ready. */
  readonly bootMs: number;
  readonly #program: Program;
  readonly #dataDir: string;

  private constructor(program: Program, options: { url: string; bootMs: number; dataDir: string }) {
    this.url = options.url;
    this.bootMs = options.bootMs;
    this.pid = program.pid;
    this.#program = program;
    this.#dataDir = options.dataDir;
  }

  static async start(dataDir: string, form: Form = 'built'): Promise<ProductServer> {
    const startedAt = performance.now();
    const program = Program.start(process.execPath, FORMS[form], { ...ENVIRONMENT, DATA_DIR: dataDir });
    const url = await addressOf(program);
    return new ProductServer(program, { url, bootMs: performance.now() - startedAt, dataDir });
  }

  /** Opens its database with a separate pool, which the caller closes. */
  async openDatabase(): Promise<DatabaseHandle> {
    const location = await findRunningDatabase(this.#dataDir);
    if (location === undefined) throw new Error('The server runs no database of its own.');
    return openDatabase(location, () => {});
  }

  end(): Promise<void> {
    return this.#program.end();
  }
}
