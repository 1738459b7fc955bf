import { expect, test } from 'vitest';
import { drawFirst } from './draw-first.ts';

const START = '<script type="module" async="">import "/assets/a.js";</script>';
const NO_STYLES = () => '';

test('stylesheets are inlined and their links disabled', () => {
  const html = `<head><link rel="icon" href="/a.svg"/><link rel="stylesheet" href="/assets/a.css"/></head>${START}`;
  expect(drawFirst(html, (href) => `/* ${href} $& */`)).toContain(
    '<head><link rel="icon" href="/a.svg"/><style>/* /assets/a.css $& */</style>' +
      '<link rel="stylesheet" href="/assets/a.css" disabled/></head>',
  );
});

test('scripts and their preloads wait for the first frame', () => {
  const html = drawFirst(`<link rel="modulepreload" href="/assets/a.js"/>${START}`, NO_STYLES);
  expect(html).toMatch(
    /^<link rel="later" href="\/assets\/a\.js"\/><script type="text\/waiting-module">import "\/assets\/a\.js";<\/script>/,
  );
  expect(html).not.toContain('<script type="module"');
});

test('a page with an unexpected start script throws', () => {
  expect(() => drawFirst('<script type="module" src="/a.js"></script>', NO_STYLES)).toThrow('start');
});
