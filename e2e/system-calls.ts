import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A program's effects, according to its system calls. */
export interface Doings {
  /** The addresses it connected to, such as `127.0.0.1:3003`. */
  connections: string[];
  /** The absolute paths of files that it wrote, created or moved. */
  filesChanged: string[];
}

const TRACER = 'strace';
const TRACED_CALLS = 'connect,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat';

/**
 * Chromium asks the kernel for a route to this address, with a datagram socket on which nothing is sent, to learn whether the
 * machine has IPv6.
 */
const NEVER_SENT_TO = '2001:4860:4860::8888:443';

/** Where the kernel exposes devices, shared memory and processes as files. */
const KERNEL_FOLDERS = ['/dev/', '/proc/', '/sys/'];

/** Whether programs can be traced on this machine. */
export const CAN_TRACE = spawnSync(TRACER, ['-f', '--seccomp-bpf', '-qq', '-e', 'trace=connect', 'true']).status === 0;

/** A command line that runs another one and records its system calls in a file. */
export function traced(command: readonly string[], traceFile: string): [program: string, args: string[]] {
  // The kernel filters the calls: all others run at full speed.
  const options = ['-f', '--seccomp-bpf', '-qq', '-y', '-s', '4096', '-e', `trace=${TRACED_CALLS}`];
  return [TRACER, [...options, '-o', traceFile, ...command]];
}

/** Reads what `traced` wrote. */
export function readTrace(traceFile: string): Doings {
  const calls = readFileSync(traceFile, 'utf8').split('\n');
  return {
    connections: calls.flatMap((call) => {
      const port = /sin6?_port=htons\((\d+)\)/.exec(call)?.[1];
      const address = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(call);
      const to = `${address?.[1] ?? address?.[2]}:${port}`;
      return port === undefined || to === NEVER_SENT_TO ? [] : [to];
    }),
    filesChanged: calls.flatMap((call) => {
      const name = /^\d+ +(\w+)\(/.exec(call)?.[1] ?? '';
      const onlyReads = name.startsWith('open') ? !/O_WRONLY|O_RDWR|O_CREAT/.test(call) : name === 'connect';
      if (name === '' || onlyReads) return [];
      // `AT_FDCWD</folder>, "file"` or `12</folder>, "file"`: with `-y` strace names the folder that a name is relative to.
      const files = [...call.matchAll(/(?:[\w-]+<([^>]*)>, )?"((?:[^"\\]|\\.)+)"/g)].map(([, folder = '', file = '']) =>
        resolve(folder, file),
      );
      // A symbolic link's target is not touched.
      return files.slice(name.startsWith('symlink') ? -1 : 0).filter((file) => !isKernels(file));
    }),
  };
}

function isKernels(file: string): boolean {
  return KERNEL_FOLDERS.some((folder) => file.startsWith(folder));
}
