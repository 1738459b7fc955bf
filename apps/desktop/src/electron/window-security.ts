import type * as Electron from 'electron';
import type { WindowName } from '../ipc/protocol.ts';
import { isAppUrl, pageUrl } from './app-protocol.ts';

/** Preferences for every window's page: sandboxed, without Node, and without anything that pages don't use. */
export const PAGE_PREFERENCES = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  webgl: false,
  navigateOnDragDrop: false,
  disableDialogs: true,
  spellcheck: false,
  devTools: false,
} as const satisfies Electron.WebPreferences;

/** Secures everything that Electron opens. Call before the app is ready. */
export function guardApp(app: Pick<Electron.App, 'on' | 'enableSandbox'>): void {
  app.enableSandbox();
  app.on('session-created', refusePermissions);
  app.on('web-contents-created', (_event, contents) => keepInPlace(contents));
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, callback) => {
    event.preventDefault();
    callback(false);
  });
  app.on('select-client-certificate', (event, _contents, _url, _certificates, callback) => {
    event.preventDefault();
    callback();
  });
  app.on('login', (event, _contents, _details, _authInfo, callback) => {
    event.preventDefault();
    callback();
  });
}

/** Keeps contents on the page that they loaded, and from opening anything. */
function keepInPlace(contents: Electron.WebContents): void {
  const refuse = (event: { preventDefault(): void }) => event.preventDefault();
  contents.on('will-navigate', refuse);
  contents.on('will-frame-navigate', refuse);
  contents.on('will-redirect', refuse);
  contents.on('will-attach-webview', refuse);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

function refusePermissions(session: Electron.Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}

/**
 * Limits the windows to their own files. The microphone's page may record; the settings' page may put text on the
 * clipboard and save what it has created itself, if the user agrees. Everything else that pages can ask for is refused.
 *
 * @param windowOf - returns the window that contents belong to; undefined if it is none of them.
 */
export function guardWindowSession(
  session: Electron.Session,
  windowOf: (contents: Electron.WebContents) => WindowName | undefined,
): void {
  const isPage = (window: WindowName, contents: Electron.WebContents | null, asked: Asked) =>
    contents !== null && windowOf(contents) === window && asked.isMainFrame && asked.requestingUrl === pageUrl(window);

  refusePermissions(session);
  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    const mediaTypes = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    const isForSound = permission === 'media' && mediaTypes.length > 0 && mediaTypes.every((type) => type === 'audio');
    const isForCopying = permission === 'clipboard-sanitized-write';
    callback(
      (isForSound && isPage('microphone', contents, details)) ||
        (isForCopying && isPage('settings', contents, details)),
    );
  });
  session.setPermissionCheckHandler((contents, permission, _origin, details) => {
    // Device labels and `navigator.permissions` ask without a clear type; actual use goes through the handler above.
    const isForSound = permission === 'media' && details.mediaType !== 'video';
    const isForCopying = permission === 'clipboard-sanitized-write';
    return (
      (isForSound && isPage('microphone', contents, details)) || (isForCopying && isPage('settings', contents, details))
    );
  });
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !isAppUrl(url) && !isMadeHere(url) }));
  session.on('will-download', (event, item, contents) => {
    if (windowOf(contents) !== 'settings' || !isMadeHere(item.getURL())) event.preventDefault();
  });
  session.setSpellCheckerEnabled(false);
}

interface Asked {
  isMainFrame: boolean;
  requestingUrl?: string;
}

/** Whether an address is that of something created by one of our pages (`URL.createObjectURL`). */
function isMadeHere(url: string): boolean {
  return url.startsWith('blob:') && isAppUrl(url.slice('blob:'.length));
}
