import type { FormField } from '@workspace/speech/transport';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { multipartBody } from './multipart.ts';

const name = fc.string({ unit: 'grapheme', minLength: 1 });
const field: fc.Arbitrary<FormField> = fc.oneof(
  fc.record({ name, value: fc.string({ unit: 'grapheme' }) }),
  fc.record({ name, fileName: name, contentType: fc.constantFrom('audio/wav', 'text/plain'), bytes: fc.uint8Array() }),
);

test('An encoded form is decoded to the same fields by another implementation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(field, { minLength: 1 }), async (form) => {
      const { contentType, pieces } = multipartBody(form, 'boundary-4711');
      const body = Buffer.concat(pieces);
      const decoded = await new Response(body, { headers: { 'content-type': contentType } }).formData();
      const fields = await Promise.all(
        [...decoded].map(async ([name, value]) =>
          typeof value === 'string'
            ? { name, value }
            : { name, fileName: value.name, contentType: value.type, bytes: await value.bytes() },
        ),
      );
      expect(fields).toEqual(form);
    }),
  );
});

test('Line breaks in a value are normalized to CRLF', () => {
  const { pieces } = multipartBody([{ name: 'prompt', value: 'a\nb\r\nc\rd' }], 'x');
  expect(Buffer.concat(pieces).toString()).toContain('\r\n\r\na\r\nb\r\nc\r\nd\r\n');
});

test('The length is the total of all pieces, and bytes are not copied', () => {
  const bytes = new Uint8Array(1_000);
  const { byteLength, pieces } = multipartBody(
    [{ name: 'file', fileName: 'audio.wav', contentType: 'audio/wav', bytes }],
    'x',
  );
  expect(byteLength).toBe(Buffer.concat(pieces).byteLength);
  expect(pieces).toContain(bytes);
});
