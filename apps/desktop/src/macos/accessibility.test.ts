import { describe, expect, it } from 'vitest';
import { Accessibility, AccessibilityError } from './accessibility.ts';
import { CoreFoundation } from './core-foundation.ts';
import { FakeMac } from './testing/fake-mac.ts';
import { tryOut } from './testing/try-out.ts';
import { ACCESSIBILITY } from './tuning.ts';

function open() {
  const { mac, until, pass } = tryOut();
  const foundation = new CoreFoundation(mac.native);
  const accessibility = new Accessibility(mac.native, foundation, mac.clock);
  return { mac, until, pass, accessibility };
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof AccessibilityError ? error.kind : 'no failure';
}

describe('A request', () => {
  it('is given up if it is not answered within the time limit', async () => {
    const { mac, until, accessibility } = open();
    mac.isLimitIgnored = true;
    mac.open().fallAsleep();
    expect(await until(failureOf(accessibility.focusedElement()))).toBe('silent');
    expect(mac.clock.now()).toBeLessThanOrEqual(ACCESSIBILITY.callMs + 4);
  });

  it('to a hanging program returns after the timeout that was set with the system', async () => {
    const { mac, until, pass, accessibility } = open();
    mac.open().fallAsleep();
    await until(failureOf(accessibility.focusedElement()));
    await pass(10);
    expect(mac.questions.now).toBe(0);
  });

  it('whose answer comes after it was given up leaks nothing', async () => {
    const { mac, until, pass, accessibility } = open();
    mac.isLimitIgnored = true;
    const program = mac.open();
    program.fallAsleep();
    await until(failureOf(accessibility.focusedElement()));
    const owned = mac.objects.ownedCount;
    program.wakeUp();
    await pass(10);
    expect(mac.objects.ownedCount).toBe(owned);
  });

  it('fails immediately while an earlier one is stuck, without a second thread', async () => {
    const { mac, until, accessibility } = open();
    mac.isLimitIgnored = true;
    mac.open().fallAsleep();
    await until(failureOf(accessibility.focusedElement()));
    const startedAt = mac.clock.now();
    expect(await until(failureOf(accessibility.focusedElement()))).toBe('silent');
    expect(mac.clock.now() - startedAt).toBeLessThanOrEqual(4);
    expect(mac.questions.most).toBe(1);
  });

  it('waits for the previous one', async () => {
    const { mac, until, accessibility } = open();
    mac.open();
    const elements = await until(Promise.all([accessibility.focusedElement(), accessibility.focusedElement()]));
    expect(elements).not.toContain(undefined);
    expect(mac.questions).toMatchObject({ most: 1, total: 2 });
  });

  it('about a field that no longer exists fails as “gone”', async () => {
    const { mac, until, accessibility } = open();
    const program = mac.open();
    const element = (await until(accessibility.focusedElement()))!;
    program.focused!.isGone = true;
    expect(await until(failureOf(accessibility.text(element, 'AXRole')))).toBe('gone');
  });

  it('without the permission fails as “refused”', async () => {
    const { mac, until, accessibility } = open();
    mac.open();
    mac.isTrusted = false;
    expect(await until(failureOf(accessibility.focusedElement()))).toBe('refused');
  });

  it('for an attribute of an unexpected type returns undefined', async () => {
    const { mac, until, accessibility } = open();
    mac.open();
    const element = (await until(accessibility.focusedElement()))!;
    expect(await until(accessibility.text(element, 'AXSelectedTextRange'))).toBeUndefined();
    expect(await until(accessibility.element(element, 'AXRole'))).toBeUndefined();
  });
});

describe('The state of the system', () => {
  it('includes the permission and Secure Input', () => {
    const mac = new FakeMac();
    const accessibility = new Accessibility(mac.native, new CoreFoundation(mac.native), mac.clock);
    expect([accessibility.isTrusted(), accessibility.isSecureInputOn()]).toEqual([true, false]);
    mac.isTrusted = false;
    mac.isSecureInputOn = true;
    expect([accessibility.isTrusted(), accessibility.isSecureInputOn()]).toEqual([false, true]);
  });
});
