import { expect, test } from 'vitest';
import { drawFirst } from './draw-first.ts';

const START = '<script type="module" async="">import "/assets/a.js";</script>';
const NO_STYLES = () => '';

test('a page is drawn by the styles that it brings along', () => {
  const html = `<head><link rel="icon" href="/a.svg"/><link rel="stylesheet" href="/assets/a.css"/></head>${START}`;
  expect(drawFirst(html, (href) => `/* ${href} $& */`)).toContain(
    '<head><link rel="icon" href="/a.svg"/><style>/* /assets/a.css $& */</style>' +
      '<link rel="stylesheet" href="/assets/a.css" disabled/></head>',
  );
});

test('what is seen is fetched before scripts', () => {
  const html = drawFirst(`<link rel="modulepreload" href="/assets/a.js"/>${START}`, NO_STYLES);
  expect(html).toMatch(
    /^<link rel="later" href="\/assets\/a\.js"\/><script type="text\/waiting-module">import "\/assets\/a\.js";<\/script>/,
  );
  expect(html).not.toContain('<script type="module"');
});

test('a page that starts in another way is refused', () => {
  expect(() => drawFirst('<script type="module" src="/a.js"></script>', NO_STYLES)).toThrow('start');
});
