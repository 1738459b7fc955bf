// The built windows in a real browser as Electron shows them: through the app's protocol with its policy, over IPC.

import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageUrl, servePages } from '@workspace/desktop/electron/app-protocol';
import { WindowIpc } from '@workspace/desktop/electron/window-ipc';
import { decodeSampleFrame } from '@workspace/desktop/ipc/microphone-messages';
import { IPC_CHANNELS, PRELOAD_API_NAME } from '@workspace/desktop/ipc/preload-api';
import type { MessageFrom, WindowName } from '@workspace/desktop/ipc/protocol';
import { readWindowPages } from '@workspace/desktop/pages/window-pages';
import { type BrowserContext, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HEADLESS_CHROMIUM } from '../headless-chromium.ts';
import { VIEWS } from '../windows/hud-views.ts';
import { typicalView } from '../windows/settings-app.ts';
import { WINDOWS_FOLDER } from '../windows/window-server.ts';

/** A busy machine is slow. */
const PATIENCE = { timeout: 300_000 };

/** What the preload script exposes to the page, backed by a function of the test. */
const BRIDGE = `
  globalThis.${PRELOAD_API_NAME} = {
    connect(onText) {
      globalThis.hearFromApp = onText;
      sendToApp('${IPC_CHANNELS.connect}');
    },
    sendText: (text) => sendToApp('${IPC_CHANNELS.text}', text),
    sendFrame: (frame) => sendToApp('${IPC_CHANNELS.frame}', [...frame]),
  };`;

const browser = await chromium.launch({
  executablePath: HEADLESS_CHROMIUM,
  args: [
    '--no-sandbox',
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
  ],
});

let answer: (request: Pick<Request, 'method' | 'url'>) => Promise<Response>;
servePages(
  {
    handle: (_scheme, handler) => {
      answer = async (request) => handler(request as Request);
    },
  },
  readWindowPages(WINDOWS_FOLDER),
);

/** Replaces the app's protocol, which only Electron knows. */
const server = createServer(async ({ method = 'GET', url }, out) => {
  // Browsers request an icon only from web sites.
  if (url === '/favicon.ico') return out.writeHead(204).end();
  const response = await answer({ method, url: `app://windows${url}` });
  return out
    .writeHead(response.status, Object.fromEntries(response.headers))
    .end(Buffer.from(await response.arrayBuffer()));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

afterAll(async () => {
  await browser.close();
  server.close();
});

let context: BrowserContext;
/** The page's errors and policy violations. */
let complaints: string[];

beforeEach(async () => {
  complaints = [];
  context = await browser.newContext();
  await context.addInitScript(BRIDGE);
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

/** Opens a window's page. Resolves once the page listens. */
async function open<W extends WindowName>(name: W) {
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const contents = {
    ipc: new EventEmitter(),
    isDestroyed: () => page.isClosed(),
    send: (_channel: string, text: string) => page.evaluate(`hearFromApp(${JSON.stringify(text)})`),
  };
  await page.exposeFunction('sendToApp', (channel: string, data: unknown) => {
    const event = { sender: contents, senderFrame: { parent: null, url: pageUrl(name) } };
    contents.ipc.emit(channel, event, Array.isArray(data) ? Uint8Array.from(data) : data);
  });
  const messages: MessageFrom<W>[] = [];
  const frames: Uint8Array[] = [];
  const isOpen = Promise.withResolvers<void>();
  const line = new WindowIpc<W>(name, contents as unknown as ConstructorParameters<typeof WindowIpc>[1], {
    onOpen: isOpen.resolve,
    onMessage: (message) => messages.push(message),
    onFrame: (frame) => frames.push(frame),
    onAbuse: () => complaints.push('The page says what the protocol does not know.'),
  });
  const response = await page.goto(`${origin}/${name}/`);
  if (!response?.ok()) throw new Error(`The windows are not built in ${WINDOWS_FOLDER}.`);
  await isOpen.promise;
  return { page, line, messages, frames };
}

test('The HUD shows what the app sends, and reports clicks', async () => {
  const { page, line, messages } = await open('hud');
  line.send({ type: 'view', view: VIEWS.failed });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => messages, PATIENCE).toEqual([{ type: 'act', action: 'retry' }]);
  line.send({ type: 'view', view: null });
  await expect.poll(() => page.getByRole('button').count(), PATIENCE).toBe(0);
});

test.each(['settings', 'onboarding'] as const)('The %s window shows the app’s state', async (name) => {
  const { page, line } = await open(name);
  line.send({ type: 'view', view: typicalView({ platform: 'mac' }) });
  await page.getByRole('heading').first().waitFor();
});

test('The microphone page lists devices and sends frames of 480 samples', async () => {
  const { line, messages, frames } = await open('microphone');
  line.send({ type: 'list-devices' });
  line.send({ type: 'open', stream: 7, device: null, builtInWithBluetooth: false });
  await vi.waitFor(() => expect(frames.length).toBeGreaterThan(5), PATIENCE);
  expect(messages).toContainEqual(expect.objectContaining({ type: 'opened', stream: 7 }));
  expect(messages).toContainEqual(expect.objectContaining({ type: 'devices' }));
  for (const frame of frames) expect(decodeSampleFrame(frame)).toMatchObject({ stream: 7, samples: { length: 480 } });
});
