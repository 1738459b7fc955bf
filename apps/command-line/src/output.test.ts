import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { OutputError, write } from './output.ts';

/** A stream on which every write fails with this code. */
function failing(code: string): Writable {
  const stream = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write failed'), { code })),
  });
  return stream.on('error', () => {});
}

test('A text is written after everything before it', async () => {
  const written: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk));
      setImmediate(done);
    },
  });
  stream.write('first ');
  await write(stream, 'second');
  expect(written).toEqual(['first ', 'second']);
});

test('A closed pipe is not an error, even on repeated writes', async () => {
  const stream = failing('EPIPE');
  await write(stream, 'text');
  await write(stream, 'more');
});

test('Any other write error rejects', async () => {
  await expect(write(failing('ENOSPC'), 'text')).rejects.toEqual(new OutputError('ENOSPC'));
});
