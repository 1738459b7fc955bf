import { expect, test } from 'vitest';
import { MacLoginItem } from './login-item.ts';
import { FakeLoginItems } from './testing/fake-login-items.ts';

test('the app is put among the login items and taken out again', () => {
  const system = new FakeLoginItems();
  const loginItem = new MacLoginItem(system);
  expect(loginItem.state()).toBe('off');
  loginItem.setEnabled(true);
  expect(system.isListed).toBe(true);
  expect(loginItem.state()).toBe('on');
  loginItem.setEnabled(false);
  expect(system.isListed).toBe(false);
});

test('what the user changes in the system’s settings is seen', () => {
  const system = new FakeLoginItems();
  const loginItem = new MacLoginItem(system);
  system.isListed = true;
  expect(loginItem.state()).toBe('on');
  system.isRefused = true;
  expect(loginItem.state()).toBe('refused');
  loginItem.setEnabled(true);
  expect(loginItem.state()).toBe('refused');
});

test('the user sees no notice of a change if there is none', () => {
  const system = new FakeLoginItems();
  const loginItem = new MacLoginItem(system);
  loginItem.setEnabled(false);
  loginItem.setEnabled(true);
  loginItem.setEnabled(true);
  expect(system.notices).toBe(1);
});
