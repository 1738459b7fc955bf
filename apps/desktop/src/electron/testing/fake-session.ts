import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { FakeEvent } from './fake-event.ts';
import type { FakeWebContents } from './fake-web-contents.ts';

type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];
type DeviceHandler = Parameters<Electron.Session['setDevicePermissionHandler']>[0];
type BeforeRequest = (details: { url: string }, callback: (answer: { cancel?: boolean }) => void) => void;

/**
 * Mirrors a session, which allows everything that no handler decides: electronjs.org/docs/latest/tutorial/security,
 * "Handle session permission requests from remote content". Names in backticks cite `Session` in electron.d.ts.
 */
export class FakeSession extends EventEmitter {
  readonly #handlers = new Map<string, (request: Request) => Response | Promise<Response>>();
  #request: RequestHandler = null;
  #check: CheckHandler = null;
  #device: DeviceHandler = null;
  #beforeRequest: BeforeRequest | undefined;
  isSpellChecking = true;
  /** What `resolveProxy` resolves with, in the syntax of a PAC file. */
  proxy = 'DIRECT';
  /** electronjs.org/docs/latest/api/web-request: only the last listener is called, and may cancel a request. */
  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest) => {
      this.#beforeRequest = listener;
    },
  };
  /**
   * electronjs.org/docs/latest/api/protocol, `handle`: answers for a scheme, synchronously or later. Once per scheme;
   * the error: Electron's source, `lib/browser/api/protocol.ts`.
   */
  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>) => {
      if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
      this.#handlers.set(scheme, handler);
    },
  };

  get asSession(): Electron.Session {
    return this as unknown as Electron.Session;
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler;
  }

  setDevicePermissionHandler(handler: DeviceHandler): void {
    this.#device = handler;
  }

  setSpellCheckerEnabled(isEnabled: boolean): void {
    this.isSpellChecking = isEnabled;
  }

  async resolveProxy(): Promise<string> {
    return this.proxy;
  }

  /**
   * Has a page ask for a permission. Returns whether it is granted; `undefined` if there is no answer.
   * `setPermissionRequestHandler`: its callback decides.
   */
  asks(contents: FakeWebContents, permission: string, details: object): boolean | undefined {
    if (!this.#request) return true;
    let isGranted: boolean | undefined;
    const answer = (granted: boolean) => {
      isGranted = granted;
    };
    const asked = { isMainFrame: true, requestingUrl: contents.mainFrame.url, ...details };
    this.#request(contents.asContents, permission as 'media', answer, asked);
    return isGranted;
  }

  /**
   * Has a page check whether it has a permission; without contents, a worker. `setPermissionCheckHandler`: its result
   * decides. True without one: Electron's source, `shell/browser/electron_permission_manager.cc`.
   */
  checks(contents: FakeWebContents | null, permission: string, details: object): boolean {
    if (!this.#check) return true;
    const asked = { isMainFrame: true, requestingUrl: contents?.mainFrame.url ?? '', ...details };
    return this.#check(contents ? contents.asContents : null, permission as 'media', 'app://windows/', asked);
  }

  /**
   * Has a page use a HID, serial or USB device that was selected earlier. `setDevicePermissionHandler`: its result
   * decides; without one, the selection does.
   */
  usesDevice(deviceType: 'hid' | 'serial' | 'usb'): boolean {
    const details = {
      deviceType,
      origin: 'app://windows',
      device: {},
    } as Electron.DevicePermissionHandlerHandlerDetails;
    return this.#device?.(details) ?? true;
  }

  /** Loads an address. Resolves with the response, or `undefined` if the request is canceled or nobody answers. */
  async load(url: string, options: RequestInit = {}): Promise<Response | undefined> {
    let isCancelled = false;
    this.#beforeRequest?.({ url }, ({ cancel }) => {
      isCancelled = cancel ?? false;
    });
    if (isCancelled) return undefined;
    return this.#handlers.get(new URL(url).protocol.slice(0, -1))?.({ method: 'GET', ...options, url } as Request);
  }

  /** Starts a download from a page. Returns whether it may proceed. `will-download`: may be prevented. */
  downloads(contents: FakeWebContents, url: string): boolean {
    const event = new FakeEvent();
    this.emit('will-download', event, { getURL: () => url }, contents);
    return !event.defaultPrevented;
  }
}
