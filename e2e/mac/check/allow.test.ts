import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { allowingCommands, applesOwn } from './allow.ts';

/** The columns of macOS's table that have no default: actions/runner-images, configure-tccdb-macos.sh. */
const TABLE = `CREATE TABLE access (
  service TEXT NOT NULL, client TEXT NOT NULL, client_type INTEGER NOT NULL, auth_value INTEGER NOT NULL,
  auth_reason INTEGER NOT NULL, auth_version INTEGER NOT NULL, csreq BLOB, policy_id INTEGER,
  indirect_object_identifier_type INTEGER, indirect_object_identifier TEXT NOT NULL DEFAULT 'UNUSED',
  indirect_object_code_identity BLOB, flags INTEGER,
  last_modified INTEGER NOT NULL DEFAULT (CAST(strftime('%s', 'now') AS INTEGER)),
  PRIMARY KEY (service, client, client_type, indirect_object_identifier))`;

test('Each program is granted the permissions it needs, even those refused before', () => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  database.exec(TABLE);
  database.exec(`INSERT INTO access (service, client, client_type, auth_value, auth_reason, auth_version)
    VALUES ('kTCCServiceAccessibility', 'app.example', 0, 0, 4, 1)`);
  const { system, user } = allowingCommands([{ bundleId: 'app.example' }, { path: "/Users/o'neil/node" }]);
  for (const command of [...system, ...user]) if (!command.startsWith('.')) database.exec(command);
  const rows = database.prepare('SELECT service, client, client_type AS isPath FROM access WHERE auth_value = 2').all();
  expect(rows).toHaveLength(2 * (3 + 1 + 4));
  expect(rows.map(({ service }) => service)).toContain('kTCCServiceMicrophone');
  expect(rows).toContainEqual({ service: 'kTCCServicePostEvent', client: "/Users/o'neil/node", isPath: 1 });
  expect(database.prepare('SELECT count(*) AS refused FROM access WHERE auth_value = 0').get()).toEqual({ refused: 0 });
});

test('One of Apple’s programs is distinguished from another with the same name', () => {
  // What actions/runner-images has for Terminal.
  const terminal = 'fade0c000000003000000001000000060000000200000012636f6d2e6170706c652e5465726d696e616c000000000003';
  expect(applesOwn('com.apple.Terminal').toString('hex')).toBe(terminal);
});
