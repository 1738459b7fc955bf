/** A program as macOS's list of permissions names it: by the id of its bundle, or by its path. */
export type AllowedProgram = { bundleId: string } | { path: string };

/** Of the whole Mac: to read other programs' fields, to send keys. */
const SYSTEM_SERVICES = ['kTCCServiceAccessibility', 'kTCCServicePostEvent', 'kTCCServiceListenEvent'];
/** Of the user. */
const USER_SERVICES = ['kTCCServiceMicrophone'];
/** Apple's programs that are controlled by AppleScript. */
const TOLD = ['com.apple.systemevents', 'com.apple.TextEdit', 'com.apple.Safari', 'com.apple.Terminal'];

const INTO = `INSERT OR REPLACE INTO access (service, client, client_type, auth_value, auth_reason, auth_version, indirect_object_identifier_type, indirect_object_identifier, indirect_object_code_identity, flags) VALUES`;
/** Allowed, as where the user said so. What public images of hosted Macs write: actions/runner-images, configure-tccdb-macos.sh. */
const BY_USER = '2, 3, 1';

/** What sqlite3 is given to allow programs what the check needs: in the Mac's database, and in the user's. */
export function allowingCommands(programs: readonly AllowedProgram[]): Record<'system' | 'user', string[]> {
  // The database is in use.
  const timeout = '.timeout 10000';
  return {
    system: [timeout, ...programs.flatMap((program) => SYSTEM_SERVICES.map((service) => allowing(service, program)))],
    user: [
      timeout,
      ...programs.flatMap((program) => [
        ...USER_SERVICES.map((service) => allowing(service, program)),
        ...TOLD.map((told) => allowing('kTCCServiceAppleEvents', program, told)),
      ]),
    ],
  };
}

function allowing(service: string, program: AllowedProgram, told?: string): string {
  const [client, isPath] = 'path' in program ? [program.path, 1] : [program.bundleId, 0];
  const whom = told === undefined ? `NULL, 'UNUSED', NULL` : `0, '${told}', X'${applesOwn(told).toString('hex')}'`;
  return `${INTO} ('${service}', '${client.replaceAll("'", "''")}', ${isPath}, ${BY_USER}, ${whom}, 0);`;
}

/**
 * The requirement `identifier "…" and anchor apple` in the form of Apple's code signing (Security, `CSCommon.h` and
 * `requirement.h`): magic number, length, kind, and the expression in words of 32 bits.
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
