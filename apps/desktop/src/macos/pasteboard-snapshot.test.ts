import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { CoreFoundation } from './core-foundation.ts';
import { ObjectiveC } from './objective-c.ts';
import { Pasteboard } from './pasteboard.ts';
import { readSnapshot } from './pasteboard-snapshot.ts';
import { tryOut } from './testing/try-out.ts';
import { SNAPSHOT } from './tuning.ts';

function open() {
  const { mac, until } = tryOut();
  const pasteboard = new Pasteboard(new CoreFoundation(mac.native), new ObjectiveC(mac.native));
  return { mac, until, read: () => readSnapshot(pasteboard, mac.clock) };
}

describe('Reading the pasteboard', () => {
  it('yields to other work between slow formats', async () => {
    const { mac, until, read } = open();
    const slow = vi.fn(() => {
      mac.clock.sleep(SNAPSHOT.stretchMs);
      return Uint8Array.from([1]);
    });
    mac.pasteboard.copy({ a: slow, b: slow, c: slow });
    const reading = read();
    await turn();
    expect(slow).toHaveBeenCalledTimes(1);
    expect((await until(reading)).isWhole).toBe(true);
    expect(slow).toHaveBeenCalledTimes(3);
  });

  it('omits an item without data', async () => {
    const { mac, until, read } = open();
    mac.pasteboard.copy({ promised: () => undefined }, { 'public.png': Uint8Array.from([7]) });
    const { items, isWhole, changeCount } = await until(read());
    expect(items).toEqual([new Map([['public.png', Uint8Array.from([7])]])]);
    expect([isWhole, changeCount]).toEqual([true, mac.pasteboard.changeCount]);
  });

  it('does not fail if another program takes the pasteboard meanwhile, which the change count shows', async () => {
    const { mac, until, read } = open();
    mac.pasteboard.copyText('before');
    const send = mac.native.sendForObject;
    vi.spyOn(mac.native, 'sendForObject').mockImplementation((receiver, selector) => {
      const object = send(receiver, selector);
      const isItems = object !== null && mac.objects.kindOf(object) === 'array';
      if (isItems && mac.pasteboard.text === 'before') mac.pasteboard.copyText('after');
      return object;
    });
    const { items, changeCount } = await until(read());
    expect(items).toEqual([]);
    expect(changeCount).not.toBe(mac.pasteboard.changeCount);
  });

  it('succeeds completely if it is empty, even if access is restricted', async () => {
    const { mac, until, read } = open();
    mac.pasteboard.accessBehavior = 1;
    expect(await until(read())).toMatchObject({ items: [], isWhole: true });
  });
});
