import { expect, test } from 'vitest';
import { BundledDatabaseError } from './bundled-database-error.ts';
import { explainFailure } from './explain-failure.ts';
import { StartError } from './postgres-process.ts';

test.each([
  ['could not write to file "pg_wal/xlogtemp.7": No space left on device', /Free some disk space and start again\.$/],
  ['could not open file "global/pg_filenode.map": Permission denied', /Give the folder .* to the user/],
  ['data directory "/data" has wrong ownership', /Give the folder .* to the user/],
  ['database files are incompatible with server', /pg_dump/],
  ['could not look up effective user ID 1000: user does not exist', /Give this user an entry in \/etc\/passwd/],
  ['setpriv: failed to execute /native/bin/postgres: No such file or directory', /Its programs do not run on this/],
  ['initdb: error while loading shared libraries: libicuuc.so.60', /Its programs do not run on this machine/],
  ['processes of an earlier server on it do not end', /Stop them and start again\.$/],
  ['could not locate a valid checkpoint record', /Restore the folder from a backup, or move it away/],
])('PostgreSQL’s message is followed by advice: %s', (said, advice) => {
  const error = explainFailure(new StartError(`${said}\n`), '/data');
  if (!(error instanceof BundledDatabaseError)) throw error;
  expect(error.message).toMatch(advice);
  expect(error.message).toContain(`The bundled database in DATA_DIR (/data) doesn't start: ${said}. `);
  expect(error.message).not.toContain('\n');
});

test('A lock file that belongs to another user is explained too', () => {
  const error = Object.assign(new Error('unable to open database file'), { code: 'ERR_SQLITE_ERROR', errcode: 14 });
  expect(explainFailure(error, '/data')).toEqual(
    expect.objectContaining({ message: expect.stringMatching(/Give the folder .* to the user/) }),
  );
});

test('An unknown error is returned unchanged', () => {
  const error = new TypeError('a mistake of ours');
  expect(explainFailure(error, '/data')).toBe(error);
});
