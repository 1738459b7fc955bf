/** The superuser, which PostgreSQL can't do without. The service never connects as it. */
export const SUPERUSER = 'postgres';
/** The plain role that the service connects as, and the database that the role owns. */
export const SERVICE = 'service';
/** The number in the socket's name. Nothing listens on a port. */
export const PORT = 5432;

export type Settings = Readonly<Record<string, string | number>>;

/** For data that may be lost. */
export const THROW_AWAY: Settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const SETTINGS: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: PORT,
  max_connections: 40,
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Small: one service, short queries.
  shared_buffers: '64MB',
  max_worker_processes: 2,
  max_parallel_workers: 0,
  max_logical_replication_workers: 0,
  io_workers: 1,
  autovacuum_worker_slots: 1,
  autovacuum_max_workers: 1,
  jit: 'off',
  // Nothing written or queried may appear in the log: failed statements are reported only to the caller, and messages
  // are cut to their first line, since the others quote rows and statements.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  log_checkpoints: 'off',
};

/**
 * Returns the arguments to start `postgres` with. Settings are on the command line, so that a newer version of ours
 * applies its own to old clusters.
 *
 * @param socketFolder where the only socket is created
 */
export function serverArguments(cluster: string, socketFolder: string, settings: Settings): string[] {
  const all = { ...SETTINGS, ...settings, unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"` };
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
