import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** What a program did to the world outside, by the system calls that it made. */
export interface Doings {
  /** Where it connected to: `127.0.0.1:3003`. */
  connections: string[];
  /** The files that it wrote, made or moved, with their whole paths. */
  filesChanged: string[];
}

const TRACER = 'strace';
const TRACED_CALLS = 'connect,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat';

/**
 * Chromium asks the kernel for a way to this address, by a datagram socket that nothing is sent on, to learn whether the
 * machine has IPv6.
 */
const NEVER_SENT_TO = '2001:4860:4860::8888:443';

/** Where the kernel shows devices, shared memory and processes as if they were files, on every Linux. */
const KERNEL_FOLDERS = ['/dev/', '/proc/', '/sys/'];

/** Whether this machine lets programs be traced. */
export const CAN_TRACE = spawnSync(TRACER, ['-f', '--seccomp-bpf', '-qq', '-e', 'trace=connect', 'true']).status === 0;

/** A command line that runs another one and writes its system calls to a file. */
export function traced(command: readonly string[], traceFile: string): [program: string, args: string[]] {
  // The kernel picks the calls: all others run as fast as without a tracer.
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
      // `AT_FDCWD</folder>, "file"` or `12</folder>, "file"`: by `-y` the tracer names the folder that a name is relative to.
      const files = [...call.matchAll(/(?:[\w-]+<([^>]*)>, )?"((?:[^"\\]|\\.)+)"/g)].map(([, folder = '', file = '']) =>
        resolve(folder, file),
      );
      // What a symbolic link points to is not touched.
      return files.slice(name.startsWith('symlink') ? -1 : 0).filter((file) => !isKernels(file));
    }),
  };
}

function isKernels(file: string): boolean {
  return KERNEL_FOLDERS.some((folder) => file.startsWith(folder));
}
