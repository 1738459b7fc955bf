import { beforeEach, describe, expect, test, vi } from 'vitest';
import { IPC_CHANNELS } from '../ipc/preload-api.ts';
import { MAX_MESSAGE_BYTES, type WindowName } from '../ipc/protocol.ts';
import { FakeWebContents } from './testing/fake-web-contents.ts';
import { WindowIpc } from './window-ipc.ts';

const RETRY = JSON.stringify({ type: 'act', action: 'retry' });

let contents: FakeWebContents;
const events = { onOpen: vi.fn(), onMessage: vi.fn(), onFrame: vi.fn(), onAbuse: vi.fn() };

beforeEach(() => {
  vi.clearAllMocks();
  contents = new FakeWebContents();
});

function open(name: WindowName = 'hud') {
  contents.mainFrame.url = `app://windows/${name}/`;
  const line = new WindowIpc(name, contents.asContents, events);
  const received: string[] = [];
  const page = contents.loadPage().appIpc!;
  page.connect((text) => received.push(text));
  return { line, page, received };
}

test('A page gets its channel to the app and nothing else of Electron', () => {
  const world = contents.loadPage();
  expect(Object.keys(world)).toEqual(['appIpc']);
  expect(Object.keys(world.appIpc!).toSorted()).toEqual(['connect', 'sendFrame', 'sendText']);
});

test('Valid messages are passed on both ways', () => {
  const { line, page, received } = open();
  expect(events.onOpen).toHaveBeenCalledOnce();
  page.sendText(RETRY);
  expect(events.onMessage).toHaveBeenCalledExactlyOnceWith({ type: 'act', action: 'retry' });
  line.send({ type: 'view', view: null });
  expect(received).toEqual(['{"type":"view","view":null}']);
});

test('Nothing is passed on before the page listens, or after it is gone', () => {
  contents.mainFrame.url = 'app://windows/hud/';
  const line = new WindowIpc('hud', contents.asContents, events);
  const received: string[] = [];
  const page = contents.loadPage().appIpc!;
  line.send({ type: 'view', view: null });
  page.sendText(RETRY);
  expect(events.onMessage).not.toHaveBeenCalled();
  page.connect((text) => received.push(text));
  contents.isGone = true;
  line.send({ type: 'view', view: null });
  expect(received).toEqual([]);
  expect(line.isOpen).toBe(false);
});

test('A reloaded page is connected again', () => {
  const { line } = open();
  const received: string[] = [];
  contents.loadPage().appIpc!.connect((text) => received.push(text));
  expect(events.onOpen).toHaveBeenCalledTimes(2);
  line.send({ type: 'view', view: null });
  expect(received).toHaveLength(1);
});

test('A page that connects twice gets each message once', () => {
  const { line, page, received } = open();
  page.connect((text) => received.push(text));
  line.send({ type: 'view', view: null });
  expect(received).toHaveLength(1);
  expect(events.onOpen).toHaveBeenCalledOnce();
});

describe('The sender of a message is checked:', () => {
  test.each<[string, () => object]>([
    ['another frame of the page', () => ({ senderFrame: { parent: {}, url: 'app://windows/hud/' } })],
    ['a page from elsewhere', () => ({ senderFrame: { parent: null, url: 'https://example.com/hud/' } })],
    ['the page of another window', () => ({ senderFrame: { parent: null, url: 'app://windows/settings/' } })],
    ['a page whose address only begins alike', () => ({ senderFrame: { parent: null, url: 'app://windows/hud/?a' } })],
    ['a frame that is gone', () => ({ senderFrame: null })],
    ['other contents', () => ({ sender: new FakeWebContents() })],
  ])('%s is ignored', (_, from) => {
    open();
    vi.clearAllMocks();
    contents.receive(IPC_CHANNELS.connect, [], from());
    contents.receive(IPC_CHANNELS.text, [RETRY], from());
    for (let count = 0; count < 20; count += 1) contents.receive(IPC_CHANNELS.text, ['{}'], from());
    expect(events.onOpen).not.toHaveBeenCalled();
    expect(events.onMessage).not.toHaveBeenCalled();
    expect(events.onAbuse).not.toHaveBeenCalled();
  });
});

describe('A message', () => {
  test.each([
    ['what the protocol does not know', '{"type":"act","action":"format the disk"}'],
    ['a message for another window', JSON.stringify({ type: 'sign-out' })],
    ['no JSON', 'retry'],
    ['no text', { type: 'act', action: 'retry' }],
    ['nothing', undefined],
    ['more than any message needs', `${' '.repeat(MAX_MESSAGE_BYTES)}${RETRY}`],
  ])('is ignored if it is %s', (_, data) => {
    open();
    contents.receive(IPC_CHANNELS.text, [data]);
    expect(events.onMessage).not.toHaveBeenCalled();
  });

  test('with a frame is accepted only from the microphone, and only as bytes', () => {
    const frame = Uint8Array.of(1, 2, 3, 4);
    open('hud').page.sendFrame(frame);
    expect(events.onFrame).not.toHaveBeenCalled();
    contents = new FakeWebContents();
    const { page } = open('microphone');
    contents.receive(IPC_CHANNELS.frame, ['bytes']);
    contents.receive(IPC_CHANNELS.frame, [new Uint8Array(MAX_MESSAGE_BYTES + 1)]);
    expect(events.onFrame).not.toHaveBeenCalled();
    page.sendFrame(frame);
    expect(events.onFrame).toHaveBeenCalledExactlyOnceWith(frame);
  });

  test('is reported once if invalid ones keep coming', () => {
    const { page } = open();
    for (let count = 0; count < 9; count += 1) page.sendText('{}');
    expect(events.onAbuse).not.toHaveBeenCalled();
    for (let count = 0; count < 9; count += 1) page.sendText('{}');
    expect(events.onAbuse).toHaveBeenCalledOnce();
  });
});
