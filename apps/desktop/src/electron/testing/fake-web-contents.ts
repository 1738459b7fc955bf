import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { PreloadApi } from '../../ipc/preload-api.ts';
import { exposePreloadApi } from '../expose-preload-api.ts';
import { FakeEvent } from './fake-event.ts';

/**
 * Mirrors a window's web contents and the page in it. Names in backticks cite `WebContents` in electron.d.ts. The error
 * for calls after their end: Electron's source, `shell/common/gin_helper/function_template.h`.
 */
export class FakeWebContents extends EventEmitter {
  readonly ipc = new EventEmitter();
  readonly mainFrame = { parent: null as object | null, url: '' };
  isGone = false;
  #openHandler: ((details: { url: string }) => { action: string }) | undefined;
  #ipcRenderer = new EventEmitter();

  get asContents(): Electron.WebContents {
    return this as unknown as Electron.WebContents;
  }

  /** What scripts that the app runs in the page return. `executeJavaScript`: resolves with the result of the code. */
  scriptResult: unknown;

  async executeJavaScript(_code: string): Promise<unknown> {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    return this.scriptResult;
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  /** `send`: to the page, as a structured clone. */
  send(channel: string, ...data: unknown[]): void {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    this.#ipcRenderer.emit(channel, {}, ...structuredClone(data));
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.#openHandler = handler;
  }

  /**
   * Receives data from a frame of the page, or from what claims to be one. `ipc`: emits for every frame; `IpcMainEvent`
   * in electron.d.ts has `sender` and `senderFrame`.
   */
  receive(channel: string, data: unknown[], from: object = {}): void {
    const event = { sender: this, senderFrame: this.mainFrame, ...from };
    this.ipc.emit(channel, event, ...structuredClone(data));
  }

  /** Has the page navigate. Returns whether it may: each of these events may be prevented. */
  navigates(kind: 'will-navigate' | 'will-frame-navigate' | 'will-redirect' | 'will-attach-webview'): boolean {
    const event = new FakeEvent();
    this.emit(kind, event);
    return !event.defaultPrevented;
  }

  /**
   * Has the page open a window. Returns whether it may. `setWindowOpenHandler`: called first. Without one, windows
   * open: electronjs.org/docs/latest/api/window-open.
   */
  opensWindow(url: string): boolean {
    return this.#openHandler?.({ url }).action !== 'deny';
  }

  /**
   * Loads the page: runs the preload script's code, and gives the page what that exposes.
   * electronjs.org/docs/latest/api/context-bridge, `exposeInMainWorld`: copied and frozen. Once per name; the error:
   * Electron's source, `shell/renderer/api/electron_api_context_bridge.cc`.
   */
  loadPage(): Record<string, unknown> & { appIpc?: PreloadApi } {
    this.#ipcRenderer = new EventEmitter();
    const renderer = this.#ipcRenderer;
    const world: Record<string, unknown> = {};
    const contextBridge = {
      exposeInMainWorld(name: string, api: object) {
        if (name in world) throw new Error('Cannot bind an API on top of an existing property on the window object');
        world[name] = Object.freeze({ ...api });
      },
    };
    const ipcRenderer = {
      on: (channel: string, listener: (...data: unknown[]) => void) => renderer.on(channel, listener),
      send: (channel: string, ...data: unknown[]) => this.receive(channel, data),
    };
    exposePreloadApi(contextBridge as Electron.ContextBridge, ipcRenderer as unknown as Electron.IpcRenderer);
    return world;
  }
}
