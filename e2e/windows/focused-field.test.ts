// The script with which the Mac app asks its own pages for their focused field, in a real browser.
import { FOCUSED_FIELD } from '@workspace/desktop/electron/focused-field';
import { expect, test } from 'vitest';
import { openPage, startBrowser } from './pages.ts';

const page = await openPage(await startBrowser());

test.each([
  ['<input id="it">', 'text'],
  ['<input id="it" type="search">', 'text'],
  ['<textarea id="it"></textarea>', 'text'],
  ['<div id="it" contenteditable></div>', 'text'],
  ['<input id="it" type="password">', 'secure'],
  ['<input id="it" type="checkbox">', 'none'],
  ['<input id="it" readonly>', 'none'],
  ['<button id="it">Save</button>', 'none'],
  ['<select id="it"><option>One</option></select>', 'none'],
  ['<p id="it">Words</p><input>', 'none'],
])('the focus on %s is reported as: %s', async (content, field) => {
  await page.setContent(content);
  await page.locator('#it').focus();
  expect(await page.evaluate(FOCUSED_FIELD)).toBe(field);
});
