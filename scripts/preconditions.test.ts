import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { requireDataFolder, requireFreePorts } from './preconditions.ts';
import { StartFailure } from './process-group.ts';

const server = createServer().listen(0, 'localhost');
await once(server, 'listening');
const { port: taken } = server.address() as AddressInfo;
afterAll(() => server.close());

const folder = mkdtempSync(join(tmpdir(), 'data-'));

test('a taken port is reported with its variable', async () => {
  await expect(requireFreePorts({ SITE_PORT: 0, API_PORT: taken })).rejects.toEqual(
    new StartFailure(`Port ${taken} is taken. Stop what listens there, or set API_PORT to another port.`),
  );
});

test('several taken ports are reported in one line', async () => {
  await expect(requireFreePorts({ SITE_PORT: taken, API_PORT: taken })).rejects.toEqual(
    new StartFailure(
      `Port ${taken}, ${taken} are taken. Stop what listens there, or set SITE_PORT, API_PORT to other ports.`,
    ),
  );
});

test('two services can’t have the same port, and the check leaves all ports free', async () => {
  const other = createServer().listen(0, 'localhost');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await once(other.close(), 'close');
  await expect(requireFreePorts({ SITE_PORT: port, API_PORT: port })).rejects.toThrow('set API_PORT to another port');
  await requireFreePorts({ SITE_PORT: port });
});

test('the data folder is created unless it exists', () => {
  const made = join(folder, 'made', 'below');
  requireDataFolder(made);
  expect(existsSync(made)).toBe(true);
  requireDataFolder(made);
});

test('a file in place of the data folder is reported', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => requireDataFolder(file)).toThrow(
    new StartFailure(`Can't store data in ${file} (EEXIST). Set DATA_DIR to another folder.`),
  );
});
