import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT_NAME, URL_SCHEME } from '@workspace/contract/brand';
import type { Configuration } from 'electron-builder';
import { RELEASE_LINE } from './src/electron/release-line.ts';

const ARCHITECTURES = ['arm64', 'x64'];

/** Relative to this folder. Only native modules are packed: everything else is bundled. */
const MODULES = '../../node_modules';

/** The files of native modules that are needed at run time, and nothing else. */
const NATIVE_MODULES = [
  {
    name: 'koffi',
    filter: ['package.json', 'LICENSE.txt', 'index.js', 'src/koffi/index.js', 'src/koffi/src/static.js'],
  },
  ...ARCHITECTURES.map((architecture) => ({
    name: `@koromix/koffi-darwin-${architecture}`,
    filter: ['package.json', 'index.js', `darwin_${architecture}/koffi.node`],
  })),
];

/** Recognition on this computer: the model's weights, its runtime, and their licenses, as published on npm. */
const ON_DEVICE_FILES = [
  {
    from: '@moonshine-ai/moonshine-js/dist/model/tiny/quantized',
    filter: ['encoder_model.onnx', 'decoder_model_merged.onnx'],
  },
  { from: 'onnxruntime-web/dist', filter: ['ort-wasm-simd-threaded.wasm'] },
  { from: '@moonshine-ai/moonshine-js/LICENSE', to: 'moonshine-license.txt' },
];

/**
 * Electron's default usage descriptions for permissions that the app never requests. `null` removes a key from
 * Info.plist.
 */
const NOT_ASKED_FOR = {
  NSAudioCaptureUsageDescription: null,
  NSBluetoothAlwaysUsageDescription: null,
  NSBluetoothPeripheralUsageDescription: null,
  NSCameraUsageDescription: null,
};

/**
 * Returns electron-builder's configuration for the Mac app. Nothing in the repository gets into the app except what is
 * listed under `files` and `extraResources`. The environment provides `SAYKEY_API_URL`, whose feed the updater reads,
 * and the signing and notarization credentials (docs/releasing.md).
 */
export default function configure(): Configuration {
  return {
    // Must never change: the keychain, permissions and updates identify the app by it.
    appId: `app.${URL_SCHEME}.desktop`,
    productName: PRODUCT_NAME,
    copyright: `Copyright © 2026 The ${PRODUCT_NAME} authors`,
    // electron-builder finds entitlements and icon here by name.
    directories: { output: 'build/packages', buildResources: 'build-resources' },
    extraMetadata: {
      name: URL_SCHEME,
      productName: PRODUCT_NAME,
      description: 'Push-to-talk dictation',
      author: PRODUCT_NAME,
    },
    files: [
      'package.json',
      'build/electron/*.{js,cjs}',
      'build/windows/**/*.{html,js,css,svg,png,woff2}',
      'build/{electron,windows}/*licenses.md',
      'icons/*.png',
      ...NATIVE_MODULES.map(({ name, filter }) => ({ from: `${MODULES}/${name}`, to: `node_modules/${name}`, filter })),
    ],
    // Outside the archive, and only once: they are the same for both architectures.
    extraResources: [
      ...ON_DEVICE_FILES.map(({ from, to = '', filter }) => ({
        from: `${MODULES}/${from}`,
        to: `on-device/${to}`,
        ...(filter && { filter }),
      })),
      { from: 'build-resources/onnxruntime-license.txt', to: 'on-device/onnxruntime-license.txt' },
    ],
    asar: { smartUnpack: false },
    asarUnpack: ['**/*.node'],
    beforeBuild: async ({ appDir }) => {
      // electron-builder only warns about missing files.
      const needed = [
        ...NATIVE_MODULES.map(({ name }) => `${name}/package.json`),
        ...ON_DEVICE_FILES.flatMap(({ from, filter }) => filter?.map((name) => `${from}/${name}`) ?? from),
      ];
      const missing = needed.find((path) => !existsSync(join(appDir, MODULES, path)));
      if (missing) throw new Error(`${missing} is not installed.`);
      // Dependencies are bundled or listed under `files`: electron-builder need not collect them.
      return false;
    },
    protocols: { name: PRODUCT_NAME, schemes: [URL_SCHEME] },
    electronLanguages: ['en'],
    electronFuses: {
      runAsNode: false,
      // No cookies are stored, and this would make Electron ask the Keychain for a key at every start.
      enableCookieEncryption: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      // Changing fuses breaks Electron's own signature, and Apple silicon runs nothing unsigned.
      resetAdHocDarwinSignature: process.platform === 'darwin',
    },
    mac: {
      target: ['dmg', 'zip'].map((target) => ({ target, arch: 'universal' })),
      category: 'public.app-category.productivity',
      icon: 'icon.icns',
      minimumSystemVersion: RELEASE_LINE.oldestMacos,
      hardenedRuntime: true,
      // Both architectures' files are in both apps, since their names differ.
      x64ArchFiles: '**/koffi-darwin-*/**/*.node',
      extendInfo: {
        LSUIElement: true,
        NSMicrophoneUsageDescription: `${PRODUCT_NAME} listens while you dictate. What you say is turned into text on this Mac, or by the speech provider you choose.`,
        // Without this, macOS 15 and later block servers on the local network without even asking (Apple, TN3179).
        NSLocalNetworkUsageDescription: `${PRODUCT_NAME} sends what you dictate to a speech server on your network, if you choose one.`,
        ...NOT_ASKED_FOR,
      },
    },
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: electron-builder fills these in.
    dmg: { artifactName: '${productName}-${version}.${ext}', writeUpdateInfo: false },
    publish: { provider: 'generic', url: '${env.SAYKEY_API_URL}/releases' },
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: electron-builder fills these in.
  };
}
