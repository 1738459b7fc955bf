import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from './html.ts';

test('text inserted into a page is escaped', () => {
  fc.assert(
    fc.property(fc.string(), (content) => {
      const escaped = html`${content}`.text;
      expect(escaped).not.toMatch(/[<>"']/);
      expect(escaped.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
    }),
  );
});

test('HTML is not escaped again, alone or in a list; missing values render as nothing', () => {
  const entries = ['a', '<'].map((entry) => html`<li>${entry}</li>`);
  expect(html`<ul>${entries}</ul>${undefined}${null}${false}${0}`.text).toBe('<ul><li>a</li><li>&lt;</li></ul>0');
});
