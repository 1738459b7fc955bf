import { chmod, cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MacArchitecture, machO, writeStandInElectron } from './stand-in-electron.ts';

const DESKTOP = join(import.meta.dirname, '../..');
const MODULES = join(DESKTOP, '../../node_modules');

/** Sizes of Koffi's native part for Macs, as published: npm installs it on Macs only. */
export const KOFFI = { version: '3.3.4', bytes: { arm64: 1_226_216, x64: 1_593_704 } } as const;

/** The certificate that `security` reports from the keychain. */
export const IDENTITY = 'Developer ID Application: Somebody (TEAM123456)';

/** A file in the workspace with one line per call of codesign, each argument followed by a tab. */
export const SIGNING_RECORD = 'signing.txt';

/** Substitutes for Apple's tools and 7-Zip that do what packing needs. */
const TOOLS = {
  file: `case $(od -An -N4 -tx1 "$3" | tr -d ' \\n') in
  cffaedfe) echo 'Mach-O 64-bit' ;;
  cafebabe) echo 'Mach-O universal binary' ;;
  *) echo data ;;
esac`,
  lipo: `{ printf '\\312\\376\\272\\276'; cat "$1" "$2"; } > "$5.joined" && mv "$5.joined" "$5"`,
  codesign: `{ for argument; do printf '%s\\t' "$argument"; done; echo; } >> "$HOME/${SIGNING_RECORD}"`,
  security: `echo '  1) ${'0123456789'.repeat(4)} "${IDENTITY}"'`,
  '7za': 'for argument; do case "$argument" in *.zip) echo zip > "$argument" ;; esac; done',
};

/**
 * Makes a folder in which the app can be packed without a Mac: everything next to its code in the repository, and
 * substitutes for Electron, Koffi's native part and Apple's tools. Returns the environment for it.
 */
export async function prepareWorkspace(folder: string): Promise<NodeJS.ProcessEnv> {
  const { PATH } = process.env;
  const app = join(folder, 'apps', 'desktop');
  const modules = join(folder, 'node_modules');
  await mkdir(app, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"name":"workspace","private":true,"workspaces":["apps/*"]}');
  await writeFile(join(folder, 'package-lock.json'), '{"name":"workspace","lockfileVersion":3,"packages":{}}');
  for (const name of ['package.json', 'electron-builder.ts', 'build-resources', 'icons', 'scripts', 'src'])
    await cp(join(DESKTOP, name), join(app, name), { recursive: true });
  await mkdir(join(modules, '@workspace'), { recursive: true });
  await symlink(join(DESKTOP, '../../packages/contract'), join(modules, '@workspace/contract'));
  await cp(join(MODULES, 'koffi'), join(modules, 'koffi'), { recursive: true });
  for (const name of ['@moonshine-ai', 'onnxruntime-web']) await symlink(join(MODULES, name), join(modules, name));
  for (const architecture of ['arm64', 'x64'] as const) {
    await writeKoffi(join(modules, '@koromix', `koffi-darwin-${architecture}`), architecture);
    await writeStandInElectron(join(folder, `electron-${architecture}`), architecture);
  }
  const tools = join(folder, 'tools');
  await mkdir(tools);
  for (const [name, script] of Object.entries(TOOLS)) {
    await writeFile(join(tools, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(tools, name), 0o755);
  }
  return {
    HOME: folder,
    PATH: `${tools}:${PATH}`,
    ELECTRON_BUILDER_7ZIP_PATH: join(tools, '7za'),
    SAYKEY_API_URL: 'https://api.example.com',
    SAYKEY_SITE_URL: 'https://www.example.com',
  };
}

async function writeKoffi(folder: string, architecture: MacArchitecture): Promise<void> {
  const name = `darwin_${architecture}`;
  const native = machO(architecture);
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ main: './index.js', version: KOFFI.version }));
  await writeFile(join(folder, 'README.md'), '');
  await writeFile(join(folder, 'index.js'), `module.exports = require('./${name}/koffi.node');`);
  await writeFile(
    join(folder, name, 'koffi.node'),
    Buffer.concat([native, Buffer.alloc(KOFFI.bytes[architecture] - native.length)]),
  );
}
