import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { hostname, release } from 'node:os';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { installedModelPaths } from '@workspace/node-ports/model-files';
import { createNodeTransport } from '@workspace/node-ports/node-transport';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import type { Transport } from '@workspace/speech/transport';
import {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  Menu,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  type Session,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
} from 'electron';
import { startApp } from '../app/app.ts';
import { createLanguageModels } from '../app/language-model/language-models.ts';
import { type RunningApp, reasonOf } from '../app/lifetime.ts';
import { storesIn } from '../app/storage/app-stores.ts';
import { type Configuration, readConfiguration } from '../configuration.ts';
import { openMac } from '../macos/open-mac.ts';
import { APP_SCHEME } from './app-protocol.ts';
import { APPLICATION_MENU } from './application-menu.ts';
import type { AutoUpdatesPorts } from './auto-updates.ts';
import { openElectronPlatform } from './electron-platform.ts';
import { KeychainCertificates } from './keychain-certificates.ts';
import { ElectronLinks } from './links.ts';
import { runMainProcess } from './main-process.ts';
import { launchRecognizer, packagedModelPaths } from './recognizer-process.ts';
import { createSystemTransport } from './system-transport.ts';
import { guardApp } from './window-security.ts';

/** The addresses that a build is made for, unless the environment sets others. */
declare const __BUILD_ENVIRONMENT__: { SAYKEY_API_URL?: string; SAYKEY_SITE_URL?: string };

/** Our server is called through a separate session, without cookies, that uses the system's proxy and certificates. */
const ACCOUNT_PARTITION = 'account';

const clock = createSteadyClock();

async function start(configuration: Configuration, links: ElectronLinks): Promise<RunningApp> {
  const { home } = configuration;
  const folder = app.getAppPath();
  const built = join(folder, 'build', 'electron');
  const opened = await openElectronPlatform(
    {
      app,
      BrowserWindow,
      clipboard,
      globalShortcut,
      Menu,
      nativeImage,
      powerMonitor,
      powerSaveBlocker,
      safeStorage,
      screen,
      session,
      shell,
      systemPreferences,
      Tray,
    },
    {
      clock,
      home,
      windowsFolder: join(folder, 'build', 'windows'),
      iconsFolder: join(folder, 'icons'),
      preload: join(built, 'preload.cjs'),
      links,
      openMac: (ownField) => openMac({ clock, ownField }),
      openUpdater: app.isPackaged ? openUpdater : undefined,
    },
  );
  const accountSession = session.fromPartition(ACCOUNT_PARTITION, { cache: false });
  try {
    const transport = createTransport(accountSession);
    const running = await startApp(opened, {
      clock,
      transport,
      languageModels: createLanguageModels({ clock, transport }),
      launchRecognizer: (listener) => {
        const model = app.isPackaged ? packagedModelPaths(process.resourcesPath) : installedModelPaths();
        return launchRecognizer(utilityProcess, { program: join(built, 'recognizer.js'), model }, listener);
      },
      stores: storesIn(home),
      account: {
        apiUrl: configuration.apiUrl,
        siteUrl: configuration.siteUrl,
        fetch: (url, request) => accountSession.fetch(url, { ...request, credentials: 'omit' }),
        computerName: hostname(),
      },
      environment: configuration.speech,
      skipOnboarding: configuration.skipOnboarding,
      version: app.getVersion(),
      newId: randomUUID,
      onQuit: () => app.quit(),
    });
    return {
      openSettings: () => running.openSettings(),
      async close() {
        await Promise.allSettled([running.close()]);
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Creates the network transport to speech providers. */
function createTransport(proxySession: Session): Transport {
  const certificates = new KeychainCertificates(clock);
  return createSystemTransport({
    session: proxySession,
    certificates,
    createTransport: (proxy) =>
      createNodeTransport({
        proxyEnvironment: proxy ? { http_proxy: proxy, https_proxy: proxy } : process.env,
        certificates: () => certificates.trusted,
      }),
  });
}

/** Loads the updater only now, while the windows load: it is large. */
async function openUpdater(): Promise<AutoUpdatesPorts> {
  const { default: electronUpdater } = await import('electron-updater');
  return { updater: electronUpdater.autoUpdater, native: autoUpdater, kernel: release() };
}

/** Sets up what Electron needs before it is ready. */
function prepareElectron({ home, fakeMicrophone }: Configuration): void {
  const sessionData = join(home, 'windows');
  mkdirSync(sessionData, { recursive: true, mode: 0o700 });
  app.setPath('userData', home);
  app.setPath('sessionData', sessionData);
  if (fakeMicrophone !== undefined) {
    app.commandLine.appendSwitch('use-fake-device-for-media-stream');
    app.commandLine.appendSwitch('use-file-for-fake-audio-capture', `${fakeMicrophone}%noloop`);
  }
  protocol.registerSchemesAsPrivileged([APP_SCHEME]);
  guardApp(app);
  Menu.setApplicationMenu(Menu.buildFromTemplate(APPLICATION_MENU));
  // A packaged app declares this itself (LSUIElement).
  if (!app.isPackaged) app.setActivationPolicy('accessory');
}

function report(reason: string): void {
  console.error(reason);
  dialog.showErrorBox(`${PRODUCT_NAME} has to quit`, reason);
}

async function run(): Promise<void> {
  // Also the name of the app's entry in the Keychain.
  app.setName(PRODUCT_NAME);
  const links = new ElectronLinks(app, shell);
  const given = Object.entries(process.env).filter(([, value]) => value !== '');
  const configuration = readConfiguration({
    SAYKEY_HOME: join(app.getPath('appData'), PRODUCT_NAME),
    ...__BUILD_ENVIRONMENT__,
    ...Object.fromEntries(given),
  });
  prepareElectron(configuration);
  await runMainProcess({
    app,
    powerMonitor,
    process,
    clock,
    links,
    start: () => start(configuration, links),
    report,
  });
}

// Not awaited: Electron is ready only once this module has finished running.
run().catch((error: unknown) => {
  report(reasonOf(error));
  app.exit(1);
});
