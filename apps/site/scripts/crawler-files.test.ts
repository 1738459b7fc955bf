import { expect, test } from 'vitest';
import { robots, sitemap } from './crawler-files.ts';

test('the sitemap lists each public page by its full URL', () => {
  const text = sitemap('https://example.com', ['/', '/privacy']);
  expect(text.match(/<loc>.*?<\/loc>/g)).toEqual([
    '<loc>https://example.com/</loc>',
    '<loc>https://example.com/privacy</loc>',
  ]);
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset /);
});

test('URLs are escaped for XML', () => {
  expect(sitemap('https://example.com', ['/?a&b'])).toContain('https://example.com/?a&amp;b');
});

test('robots.txt lists the disallowed pages and the sitemap', () => {
  expect(robots('https://example.com', ['/app'])).toBe(
    'User-agent: *\nDisallow: /app\n\nSitemap: https://example.com/sitemap.xml\n',
  );
});
