import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { readMessage, UnacceptableMessage } from './read-message.ts';

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** Text that survives a message: no control characters, lone surrogates or surrounding whitespace. */
const writtenText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
  .filter((text) => text.trim() === text);

test('text in any script is read as written', async () => {
  await fc.assert(
    fc.asyncProperty(writtenText, writtenText, async (subject, text) => {
      const { message } = await composer.sendMail({ from: 'a@a.example', to: 'b@b.example', subject, text });
      if (!Buffer.isBuffer(message)) throw new Error('the composer gives a buffer');
      const read = await readMessage(message, false);
      expect({ ...read, text: read.text?.trimEnd() }).toMatchObject({ from: 'a@a.example', subject, text });
    }),
  );
});

test('any input is either read or rejected as unacceptable', async () => {
  const headers = 'From: a@a.example\r\nTo: b@b.example\r\nSubject: x\r\nDate: Wed, 4 Mar 2026 05:06:07 +0000\r\n';
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.uint8Array({ maxLength: 500 }), async (wellBegun, bytes) => {
      const raw = Buffer.concat([Buffer.from(wellBegun ? `${headers}Message-ID: <1@a.example>\r\n` : ''), bytes]);
      const outcome: unknown = await readMessage(raw, true).catch((error) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(UnacceptableMessage);
      else expect(outcome).toMatchObject({ from: 'a@a.example' });
    }),
  );
});

test('each link in the text and the HTML is found once, without surrounding punctuation', async () => {
  const { message } = await composer.sendMail({
    from: 'a@a.example',
    to: 'b@b.example',
    subject: 'links',
    text: 'See (https://one.example/a?b=1&c=2) or <https://two.example/>, https://five.example. Not ftp://three.example.',
    html: `<a class="x" href='https://one.example/a?b=1&amp;c=2'>1</a><a href="https://four.example/#x">4</a><a href="#top">5</a>`,
  });
  if (!Buffer.isBuffer(message)) throw new Error('the composer gives a buffer');
  expect((await readMessage(message, false)).links).toEqual([
    'https://one.example/a?b=1&c=2',
    'https://two.example/',
    'https://five.example',
    'https://four.example/#x',
  ]);
});
