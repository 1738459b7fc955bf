import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'plist';

const FRAMEWORK = 'Frameworks/Electron Framework.framework';
const HELPERS = ['', ' (Renderer)', ' (GPU)', ' (Plugin)'];

/**
 * Marks Electron's fuses, which follow it: the version of their table, its length, their states (`@electron/fuses`).
 */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** As Electron ships them: RunAsNode, NODE_OPTIONS, inspection and privileges of file: pages on, all others off. */
const FUSES_AS_SHIPPED = '10110001';

const MACH_O = {
  arm64: [0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0x00, 0x00, 0x01],
  x64: [0xcf, 0xfa, 0xed, 0xfe, 0x07, 0x00, 0x00, 0x01],
};
export type MacArchitecture = keyof typeof MACH_O;

/** Returns a 64-bit Mach-O file (bundle): the real header, which identifies such files, then the given content. */
export function machO(architecture: MacArchitecture, content = ''): Buffer {
  const header = Buffer.alloc(32);
  Buffer.from(MACH_O[architecture]).copy(header);
  header.writeUInt32LE(8, 12);
  return Buffer.concat([header, Buffer.from(content, 'latin1')]);
}

/**
 * Writes a substitute for an unpacked Electron distribution for macOS: its folders, the keys of its Info.plist files
 * that matter to packagers, and programs without code, with the framework's fuses as Electron ships them.
 */
export async function writeStandInElectron(folder: string, architecture: MacArchitecture): Promise<void> {
  const contents = join(folder, 'Electron.app', 'Contents');
  const write = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join(contents, path)), { recursive: true });
    await writeFile(join(contents, path), content);
  };
  const fuses = `${FUSE_SENTINEL}\u0001${String.fromCharCode(FUSES_AS_SHIPPED.length)}${FUSES_AS_SHIPPED}`;
  await write('Info.plist', build(APP_INFO));
  await write('MacOS/Electron', machO(architecture));
  await write(`${FRAMEWORK}/Versions/A/Electron Framework`, machO(architecture, fuses));
  await write('Resources/electron.icns', '');
  for (const language of ['en', 'de', 'fr']) {
    await write(`Resources/${language}.lproj/locale.pak`, '');
    await write(`${FRAMEWORK}/Versions/A/Resources/${language}.lproj/locale.pak`, '');
  }
  await symlink('A', join(contents, FRAMEWORK, 'Versions/Current'));
  for (const name of ['Electron Framework', 'Resources'])
    await symlink(join('Versions/Current', name), join(contents, FRAMEWORK, name));
  for (const helper of HELPERS) {
    const name = `Electron Helper${helper}`;
    await write(`Frameworks/${name}.app/Contents/Info.plist`, build({ ...HELPER_INFO, CFBundleExecutable: name }));
    await write(`Frameworks/${name}.app/Contents/MacOS/${name}`, machO(architecture));
  }
}

const APP_INFO = {
  CFBundleDisplayName: 'Electron',
  CFBundleExecutable: 'Electron',
  CFBundleIconFile: 'electron.icns',
  CFBundleIdentifier: 'com.github.Electron',
  CFBundleName: 'Electron',
  CFBundlePackageType: 'APPL',
  LSApplicationCategoryType: 'public.app-category.developer-tools',
  LSMinimumSystemVersion: '12.0',
  NSAudioCaptureUsageDescription: 'This app needs access to audio capture',
  NSBluetoothAlwaysUsageDescription: 'This app needs access to Bluetooth',
  NSBluetoothPeripheralUsageDescription: 'This app needs access to Bluetooth',
  NSCameraUsageDescription: 'This app needs access to the camera',
  NSHighResolutionCapable: true,
  NSMainNibFile: 'MainMenu',
  NSMicrophoneUsageDescription: 'This app needs access to the microphone',
  NSPrincipalClass: 'AtomApplication',
};

const HELPER_INFO = {
  CFBundleIdentifier: 'com.github.Electron.helper',
  CFBundlePackageType: 'APPL',
  LSUIElement: true,
};
