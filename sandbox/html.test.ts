import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from './html.ts';

test('what is put into a page stays text', () => {
  fc.assert(
    fc.property(fc.string(), (content) => {
      const escaped = html`${content}`.text;
      expect(escaped).not.toMatch(/[<>"']/);
      expect(escaped.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
    }),
  );
});

test('what is HTML already stays HTML, alone and in lists; what is absent leaves nothing', () => {
  const entries = ['a', '<'].map((entry) => html`<li>${entry}</li>`);
  expect(html`<ul>${entries}</ul>${undefined}${null}${false}${0}`.text).toBe('<ul><li>a</li><li>&lt;</li></ul>0');
});
