import { expect, test } from 'vitest';
import { MacLoginItem } from './login-item.ts';
import { FakeLoginItems } from './testing/fake-login-items.ts';

test('the app is added to the login items, and removed again', () => {
  const system = new FakeLoginItems();
  const loginItem = new MacLoginItem(system);
  expect(loginItem.state()).toBe('off');
  loginItem.setEnabled(true);
  expect(system.isListed).toBe(true);
  expect(loginItem.state()).toBe('on');
  loginItem.setEnabled(false);
  expect(system.isListed).toBe(false);
});

test('changes that the user makes in System Settings are noticed', () => {
  const system = new FakeLoginItems();
  const loginItem = new MacLoginItem(system);
  system.isListed = true;
  expect(loginItem.state()).toBe('on');
  system.isRefused = true;
  expect(loginItem.state()).toBe('refused');
  loginItem.setEnabled(true);
  expect(loginItem.state()).toBe('refused');
});

test('no redundant change is made that would notify the user', () => {
  const system = new FakeLoginItems();
  const loginItem = new MacLoginItem(system);
  loginItem.setEnabled(false);
  loginItem.setEnabled(true);
  loginItem.setEnabled(true);
  expect(system.notices).toBe(1);
});
