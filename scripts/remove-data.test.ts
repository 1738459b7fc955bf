import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeData } from './remove-data.ts';

test('data is removed, but not under a server that runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  writeFileSync(join(folder, 'something'), '');
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(removeData(folder, port)).rejects.toThrow(`Something runs on port ${port}.`);
  expect(existsSync(join(folder, 'something'))).toBe(true);
  server.close();
  await once(server, 'close');
  await removeData(folder, port);
  expect(existsSync(folder)).toBe(false);
  await removeData(folder, port);
});
