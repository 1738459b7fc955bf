import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashInlineCode, hashSource } from './inline-code.ts';

test('inline scripts and styles of a page are hashed verbatim', () => {
  const html = `<html><head><script>let a = "&lt;b>";</script><style>p{color:red}</style></head>
    <body><script type="module" async="">import "/a.js";\n</script></body></html>`;
  expect(hashInlineCode(html)).toEqual({
    scripts: [hashSource('let a = "&lt;b>";'), hashSource('import "/a.js";\n')],
    styles: [hashSource('p{color:red}')],
    styleAttributes: [],
  });
});

test('a hash is formatted as a CSP source', () => {
  // echo -n 'alert(1)' | openssl dgst -sha256 -binary | base64
  expect(hashSource('alert(1)')).toBe("'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
});

test('external scripts and data blocks are not hashed', () => {
  const html = '<script src="/a.js"></script><script type="application/ld+json">{"a":1}</script><template></template>';
  expect(hashInlineCode(html).scripts).toEqual([]);
});

test('style attributes are hashed with their entities decoded', () => {
  expect(hashInlineCode('<p style="--a:&quot;b&quot;">').styleAttributes).toEqual([hashSource('--a:"b"')]);
});

test('every script is found, whatever its content', () => {
  const script = fc
    .string({ unit: 'binary' })
    .filter((text) => !/<\/?script|<!--|\r|\0/i.test(text) && text.isWellFormed());
  fc.assert(
    fc.property(fc.array(script), (scripts) => {
      const html = scripts.map((text) => `<p>&amp;</p><script>${text}</script>`).join('');
      expect(hashInlineCode(html).scripts).toEqual([...new Set(scripts.map(hashSource))]);
    }),
  );
});
