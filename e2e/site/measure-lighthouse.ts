// Measures the landing page with Lighthouse, as on a phone: the median of three runs. Prints the figures; exits with 1 if
// one misses its limit. Not part of the tests: the figures depend on what else the machine is doing.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..', '..');
const RUNS = 3;
const DEBUGGING_PORT = 9_333;

/** Scores from 0 to 100, times in milliseconds. */
const FLOORS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const CEILINGS = {
  'largest-contentful-paint': 1_200,
  'cumulative-layout-shift': 0,
  'total-blocking-time': 50,
} as const;

const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
});
type Report = z.infer<typeof report>;

/** Accepts what the page sends to the server, and does nothing else. */
const api = createServer((request, response) => {
  response.writeHead(200, {
    'Access-Control-Allow-Origin': request.headers.origin ?? '*',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Headers': 'authorization, content-type',
    'Content-Type': 'application/json',
  });
  response.end('{"data":{"recorded":true}}');
}).listen(0, 'localhost');
await once(api, 'listening');
const { port: apiPort } = api.address() as AddressInfo;

const site = spawn(process.execPath, [join(ROOT, 'apps/site/scripts/start.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    VITE_PAYMENT_LINK: 'http://localhost:3002/payments/link/standard',
    VITE_STANDARD_PRICE_ID: 'price_sandbox_standard',
    VITE_STANDARD_UNIT_AMOUNT: '1999',
    ...process.env,
    SITE_PORT: '0',
  },
});
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    `--remote-debugging-port=${DEBUGGING_PORT}`,
    `--host-resolver-rules=MAP localhost:3001 127.0.0.1:${apiPort}`,
  ],
});
try {
  const url = await readAddress();
  const runs: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(url));
  process.exitCode = judge(runs) ? 0 : 1;
} finally {
  await browser.close();
  site.kill();
  api.close();
}

async function readAddress(): Promise<string> {
  const [line] = await once(createInterface({ input: site.stdout }), 'line');
  const [url] = /http:\S+/.exec(line) ?? [];
  if (url === undefined) throw new Error('The site did not start.');
  return url;
}

async function measure(url: string): Promise<Report> {
  const result = await lighthouse(url, { port: DEBUGGING_PORT, output: 'json', logLevel: 'error' });
  return report.parse(result?.lhr);
}

/** Prints a line for each figure. Returns whether all are within their limits. */
function judge(runs: readonly Report[]): boolean {
  const scores = Object.entries(FLOORS).map(([name, floor]) => {
    const value = Math.round(median(runs.map(({ categories }) => categories[name]?.score ?? 0)) * 100);
    return say(name, value, value >= floor, `at least ${floor}`);
  });
  const times = Object.entries(CEILINGS).map(([name, ceiling]) => {
    const exact = median(runs.map(({ audits }) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY));
    const value = Math.round(exact * 1_000) / 1_000;
    return say(name, value, value <= ceiling, `at most ${ceiling}`);
  });
  return [...scores, ...times].every(Boolean);
}

function say(name: string, value: number, isGood: boolean, aim: string): boolean {
  console.log(`${isGood ? '✓' : '✗'} ${name.padEnd(26)} ${String(value).padStart(8)}   ${aim}`);
  return isGood;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
