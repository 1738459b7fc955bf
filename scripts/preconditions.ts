import { once } from 'node:events';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { StartFailure } from './process-group.ts';

/**
 * Rejects with a one-line `StartFailure` if one of these ports on localhost is taken, or two of them are equal.
 *
 * @param ports by the variables that set them
 */
export async function requireFreePorts(ports: Record<string, number>): Promise<void> {
  const servers: Server[] = [];
  const taken: [variable: string, port: number][] = [];
  for (const [variable, port] of Object.entries(ports)) {
    const server = createServer().listen(port, 'localhost');
    try {
      await once(server, 'listening');
      servers.push(server);
    } catch (error) {
      // Other errors are reported by the program that uses the port.
      if (codeOf(error) === 'EADDRINUSE') taken.push([variable, port]);
    }
  }
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  if (taken.length === 0) return;
  const [variables, numbers] = [taken.map(([variable]) => variable), taken.map(([, port]) => port)];
  const [are, others] = taken.length === 1 ? ['is', 'another port'] : ['are', 'other ports'];
  throw new StartFailure(
    `Port ${numbers.join(', ')} ${are} taken. Stop what listens there, or set ${variables.join(', ')} to ${others}.`,
  );
}

/**
 * Creates a data folder if it doesn't exist.
 *
 * @throws StartFailure with one line if it can't be created or written to
 */
export function requireDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartFailure(`Can't store data in ${folder} (${codeOf(error)}). Set DATA_DIR to another folder.`);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
