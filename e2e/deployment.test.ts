// The files of deploy/, read as Docker and Compose do: each value gets from `.env` to the program that reads it.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readConfig, VARIABLES as SERVER_VARIABLES } from '@workspace/server/config';
import { VARIABLES as SITE_VARIABLES } from '@workspace/site/config';
import { expect, test } from 'vitest';
import { ROOT } from './repository.ts';

/** Only for development and tests: in production the database is external, and Google and Stripe are real. */
const NOT_IN_PRODUCTION = ['DATA_DIR', 'GOOGLE_ISSUER', 'STRIPE_API_BASE'];

/** Values whose format matters. */
const FILLED_IN: Record<string, string> = {
  SMTP_URL: 'smtps://user:password@mail.example.com',
  STANDARD_UNIT_AMOUNT: '1999',
  PAYMENT_LINK: 'https://pay.example.com/link',
  SUPPORT_EMAIL: 'help@example.com',
};

const [compose, dockerfile, caddyfile, example] = ['compose.yaml', 'Dockerfile', 'Caddyfile', 'example.env'].map(
  (name) => readFileSync(join(ROOT, 'deploy', name), 'utf8'),
) as [string, string, string, string];

/** The first groups of all matches, sorted. */
function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name).toSorted();
}

/** What Compose passes to a service: names and values as written. */
function givenTo(service: 'server-1' | 'site', indent: number): Map<string, string> {
  const [, part = ''] = new RegExp(`\n {2}${service}:.*\n([\\s\\S]*?)\n(?: {2})?\\w`).exec(compose) ?? [];
  const entries = part.matchAll(new RegExp(`^ {${indent}}([A-Z_]+): (.*)$`, 'gm'));
  return new Map([...entries].map(([, name = '', value = '']) => [name, value]));
}

test('example.env names every variable that is read from it once, with a value only if it is an example', () => {
  const read = new Set(namesIn(compose, /\$\{(\w+)/g));
  expect(namesIn(example, /^(\w+)=/gm)).toEqual([...read].toSorted());
  expect(namesIn(example, /^(\w+)=.+/gm)).toEqual(['API_HOST', 'SITE_HOST']);
});

test('the server gets every variable that it reads', () => {
  const [, inImage = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
  const given = [...givenTo('server-1', 6).keys(), ...namesIn(inImage, /(\w+)=/g), ...NOT_IN_PRODUCTION];
  expect(given.toSorted()).toEqual(Object.keys(SERVER_VARIABLES.shape).toSorted());
});

test('Compose requires every variable that the server requires in production', () => {
  const fill = (value: string) =>
    value
      .replaceAll('"', '')
      .replaceAll(/\$\{(\w+):-\}/g, '')
      .replaceAll(
        /\$\{(\w+):\?\}/g,
        (_, name: string) =>
          FILLED_IN[name] ?? `a-value-of-${name.toLowerCase().replaceAll('_', '-')}-that-is-long-enough`,
      );
  const environment = Object.fromEntries([...givenTo('server-1', 6)].map(([name, value]) => [name, fill(value)]));
  expect(readConfig({ ...environment, NODE_ENV: 'production' })).toMatchObject({ isProduction: true });
});

test('the proxy knows each server by its own name, so that they can be replaced one by one', () => {
  const names = ['server-1', ...namesIn(compose, /^ {2}(\S+): \*server$/gm)];
  expect(names.length).toBeGreaterThan(1);
  const [, known = ''] = /SERVERS: \$\{SERVERS:-([^}]*)\}/.exec(compose) ?? [];
  expect(known.split(' ')).toEqual(names.map((name) => `${name}:3001`));
  const [, rolled = ''] = /for server in (.*); do/.exec(readFileSync(join(ROOT, 'deploy/roll.sh'), 'utf8')) ?? [];
  expect(rolled.split(' ')).toEqual(names);
});

test('the site is built with every variable that its build reads', () => {
  const names = Object.keys(SITE_VARIABLES.shape).toSorted();
  expect([...givenTo('site', 8).keys()].toSorted()).toEqual(names);
  const [, taken = ''] = /^ARG (.*)$/m.exec(dockerfile) ?? [];
  expect(taken.split(' ').toSorted()).toEqual(names);
});

test('the proxy gets every variable that is not built into it', () => {
  expect([...givenTo('site', 6).keys()].toSorted()).toEqual(namesIn(caddyfile, /\{\$(\w+)\}/g));
});

test('packages are installed from the manifests of all workspaces', () => {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] };
  const folders = workspaces.flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: ROOT })).map(dirname);
  expect(namesIn(dockerfile, /^COPY (\S+)\/package\.json \1\/$/gm)).toEqual(folders.toSorted());
});
