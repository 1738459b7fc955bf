/**
 * A separate process that owns a bundled database until it is killed: `owner-program.ts OPTIONS [insert]`, where
 * OPTIONS are the database's, as JSON. It prints `ready`, or why it isn't; with `insert`, it then prints each number
 * that it has inserted into table `numbers`.
 */
import { Client } from 'pg';
import { startBundledDatabase } from '../bundled-database.ts';
import { BundledDatabaseError } from '../bundled-database-error.ts';

const [options, task] = process.argv.slice(2);
try {
  const { connection } = await startBundledDatabase(JSON.parse(options ?? '{}'));
  console.log('ready');
  if (task === 'insert') await insertForEver(connection);
} catch (error) {
  if (!(error instanceof BundledDatabaseError)) throw error;
  console.log(error.message);
}

async function insertForEver(connection: object): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS numbers (number integer PRIMARY KEY)');
  for (let number = 1; ; number += 1) {
    await client.query('INSERT INTO numbers VALUES ($1)', [number]);
    console.log(number);
  }
}
