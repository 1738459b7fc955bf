/** A program as macOS's list of permissions names it: by its bundle identifier or its path. */
export type AllowedProgram = { bundleId: string } | { path: string };

/** Granted for the whole Mac: reading other programs' fields, posting keys. */
const SYSTEM_SERVICES = ['kTCCServiceAccessibility', 'kTCCServicePostEvent', 'kTCCServiceListenEvent'];
/** Granted per user. */
const USER_SERVICES = ['kTCCServiceMicrophone'];
/** Apple's programs that the check controls through AppleScript. */
const SCRIPTED = ['com.apple.systemevents', 'com.apple.TextEdit', 'com.apple.Safari', 'com.apple.Terminal'];

const INTO = `INSERT OR REPLACE INTO access (service, client, client_type, auth_value, auth_reason, auth_version, indirect_object_identifier_type, indirect_object_identifier, indirect_object_code_identity, flags) VALUES`;
/** Allowed by the user. The values that public images of hosted Macs write: actions/runner-images, configure-tccdb-macos.sh. */
const BY_USER = '2, 3, 1';

/** The sqlite3 commands that give programs the permissions the check needs, in the Mac's database and in the user's. */
export function allowingCommands(programs: readonly AllowedProgram[]): Record<'system' | 'user', string[]> {
  // macOS uses the database at the same time.
  const timeout = '.timeout 10000';
  return {
    system: [timeout, ...programs.flatMap((program) => SYSTEM_SERVICES.map((service) => allowing(service, program)))],
    user: [
      timeout,
      ...programs.flatMap((program) => [
        ...USER_SERVICES.map((service) => allowing(service, program)),
        ...SCRIPTED.map((target) => allowing('kTCCServiceAppleEvents', program, target)),
      ]),
    ],
  };
}

function allowing(service: string, program: AllowedProgram, target?: string): string {
  const [client, isPath] = 'path' in program ? [program.path, 1] : [program.bundleId, 0];
  const object =
    target === undefined ? `NULL, 'UNUSED', NULL` : `0, '${target}', X'${applesOwn(target).toString('hex')}'`;
  return `${INTO} ('${service}', '${client.replaceAll("'", "''")}', ${isPath}, ${BY_USER}, ${object}, 0);`;
}

/**
 * The requirement `identifier "…" and anchor apple` in the binary form of Apple's code signing (Security, `CSCommon.h` and
 * `requirement.h`): magic number, length, kind, and the expression in 32-bit words.
 */
export function applesOwn(identifier: string): Buffer {
  const [magic, kind, and, ident, anchorApple] = [0xfade0c00, 1, 6, 2, 3];
  const words = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from(uint32(value))));
  const name = Buffer.alloc(Math.ceil(identifier.length / 4) * 4);
  name.write(identifier, 'latin1');
  const expression = Buffer.concat([words(kind, and, ident, identifier.length), name, words(anchorApple)]);
  return Buffer.concat([words(magic, expression.length + 8), expression]);
}

function uint32(value: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, value);
  return new Uint8Array(bytes.buffer);
}
