import { afterEach, expect, test, vi } from 'vitest';
import { connectToApp } from './ipc-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('A window exchanges messages with the app over its bridge, and ignores invalid ones', () => {
  let say: (text: string) => void = () => {};
  const bridge = {
    connect: (onText: (text: string) => void) => {
      say = onText;
    },
    sendText: vi.fn(),
    sendFrame: vi.fn(),
  };
  vi.stubGlobal('appIpc', bridge);
  const onMessage = vi.fn();
  const channel = connectToApp('hud', onMessage);

  say('{"type":"view","view":null}');
  say('{"type":"unknown"}');
  say('no JSON');
  expect(onMessage).toHaveBeenCalledExactlyOnceWith({ type: 'view', view: null });

  channel.send({ type: 'act', action: 'retry' });
  expect(bridge.sendText).toHaveBeenCalledExactlyOnceWith('{"type":"act","action":"retry"}');
  const frame = Uint8Array.of(1, 2);
  channel.sendFrame(frame);
  expect(bridge.sendFrame).toHaveBeenCalledExactlyOnceWith(frame);
});
