import { randomBytes } from 'node:crypto';
import { SelectionClipboard } from '@workspace/desktop/x11/clipboard';
import type { Display } from '@workspace/desktop/x11/display';
import { type SelectionAtoms, type SelectionFormat, selectionAtoms } from '@workspace/desktop/x11/selection-content';
import { SelectionOwner } from '@workspace/desktop/x11/selection-owner';
import { readSelection as readWhole, UnreadableSelectionError } from '@workspace/desktop/x11/selection-reader';
import { Selections } from '@workspace/desktop/x11/selections';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { emptySelection, ownSelection, readSelection, readTargets, readText } from './clipboard-programs.ts';
import { XSession } from './x-session.ts';

/** CurrentTime, in place of a server time. */
const NOW = 0;

let session: XSession;
let display: Display;
let atoms: SelectionAtoms;

beforeAll(async () => {
  session = await XSession.start();
  display = await session.openDisplay();
  atoms = await selectionAtoms(display);
});

describe('text written to the clipboard', () => {
  let selections: Selections;
  let clipboard: SelectionClipboard;

  beforeAll(async () => {
    selections = await Selections.open(display);
    endAfterTests(() => selections.close());
    clipboard = new SelectionClipboard(selections);
  });

  test.each(['', 'a', 'ä 漢字 😀\n"quoted"\t', 'Straße 漢字 😀 and so on. '.repeat(40_000)])(
    'is read by other programs unchanged (case %#)',
    async (text) => {
      await clipboard.writeText(text);
      expect(await readText(session, 'clipboard')).toBe(text);
      expect((await readSelection(session, 'clipboard', 'text/plain;charset=utf-8'))?.toString()).toBe(text);
    },
  );

  test('is offered in every text format, including those of old programs', async () => {
    await clipboard.writeText('café 漢');
    const offered = await readTargets(session, 'clipboard');
    expect(offered).toEqual(
      expect.arrayContaining(['TARGETS', 'TIMESTAMP', 'MULTIPLE', 'UTF8_STRING', 'STRING', 'TEXT', 'text/plain']),
    );
    expect(await readSelection(session, 'clipboard', 'STRING')).toEqual(Buffer.from('caf\u00e9 ?', 'latin1'));
  });

  test('is marked so that clipboard histories skip it', async () => {
    await clipboard.writeText('spoken');
    expect((await readSelection(session, 'clipboard', 'x-kde-passwordManagerHint'))?.toString()).toBe('secret');
  });

  test('is available until another program takes the clipboard', async () => {
    await clipboard.writeText('spoken');
    await ownSelection(session, 'clipboard', 'copied');
    expect(await readText(session, 'clipboard')).toBe('copied');
    await clipboard.writeText('spoken again');
    expect(await readText(session, 'clipboard')).toBe('spoken again');
  });
});

describe('another program’s selection', () => {
  let other: Display;
  let owner: SelectionOwner;

  beforeAll(async () => {
    other = await session.openDisplay();
    owner = await SelectionOwner.open(other, atoms);
  });
  afterEach(() => owner.release(atoms.clipboard));

  async function own(content: readonly SelectionFormat[]): Promise<void> {
    expect(await owner.own(atoms.clipboard, content, await other.serverTime())).toBe(true);
  }

  test('is read in all its formats, byte for byte', async () => {
    const [html, image, odd] = await Promise.all(['text/html', 'image/png', 'x/odd'].map((name) => display.atom(name)));
    const content: SelectionFormat[] = [
      { target: html!, type: html!, format: 8, data: Buffer.from('<b>café</b>') },
      { target: image!, type: image!, format: 8, data: randomBytes(3_000_001) },
      { target: odd!, type: atoms.integer, format: 32, data: randomBytes(4_000) },
      { target: atoms.utf8, type: atoms.utf8, format: 8, data: Buffer.alloc(0) },
    ];
    await own(content);
    expect(await readWhole(display, atoms, atoms.clipboard)).toEqual(content);
  });

  test.each([262_143, 262_144, 262_145, 327_680])('is read in full at %i bytes', async (size) => {
    const content: SelectionFormat[] = [{ target: atoms.utf8, type: atoms.utf8, format: 8, data: randomBytes(size) }];
    await own(content);
    expect(await readWhole(display, atoms, atoms.clipboard)).toEqual(content);
  });

  test('is empty if no program owns it', async () => {
    await emptySelection(session, 'clipboard');
    expect(await readWhole(display, atoms, atoms.clipboard)).toEqual([]);
  });

  test('is not read if it is too large', async () => {
    await own([{ target: atoms.utf8, type: atoms.utf8, format: 8, data: Buffer.alloc(65 * 1_024 * 1_024) }]);
    const error = await readWhole(display, atoms, atoms.clipboard).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnreadableSelectionError);
  });

  test('is given up if its owner does not answer, and still belongs to that owner', async () => {
    const program = await ownSelection(session, 'clipboard', 'copied');
    program.signal('SIGSTOP');
    try {
      const error = await readWhole(display, atoms, atoms.clipboard).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'UnreadableSelectionError', reason: 'unanswered' });
    } finally {
      program.signal('SIGCONT');
    }
    expect(await readText(session, 'clipboard')).toBe('copied');
  });

  test('can’t be taken over with a timestamp from before it changed', async () => {
    const since = await display.serverTime();
    await session.waitUntil(async () => (await display.serverTime()) > since);
    await own([{ target: atoms.utf8, type: atoms.utf8, format: 8, data: Buffer.from('copied meanwhile') }]);
    const late = await SelectionOwner.open(display, atoms);
    expect(await late.own(atoms.clipboard, [], since)).toBe(false);
    expect(await readText(session, 'clipboard')).toBe('copied meanwhile');
    await late.close();
  });

  test('has exactly one owner, which serves it, if two programs take it at the same time', async () => {
    const rival = await SelectionOwner.open(display, atoms);
    const text = (words: string): SelectionFormat => ({
      target: atoms.utf8,
      type: atoms.utf8,
      format: 8,
      data: Buffer.from(words),
    });
    for (let round = 0; round < 10; round += 1) {
      expect(await rival.own(atoms.clipboard, [text('first')], await display.serverTime())).toBe(true);
      // Concurrently, so that neither has been notified of the other.
      await Promise.all([
        owner.own(atoms.clipboard, [text('theirs')], NOW),
        rival.own(atoms.clipboard, [text('ours')], NOW),
      ]);
      await Promise.all([display.serverTime(), other.serverTime()]);
      const holder = [owner, rival].filter((candidate) => candidate.contentOf(atoms.clipboard));
      expect(holder).toHaveLength(1);
      const content = holder[0]!.contentOf(atoms.clipboard)![0]!.data;
      expect(await readSelection(session, 'clipboard')).toEqual(content);
    }
    await rival.close();
  });

  test('is served in several formats on one request, which also reports the missing ones', async () => {
    const text = { target: atoms.utf8, type: atoms.utf8, format: 8, data: Buffer.from('copied') } as const;
    await own([text]);
    const window = await display.createHiddenWindow();
    const [asked, first, second] = await Promise.all(['_ASKED', '_1', '_2'].map((name) => display.atom(name)));
    const pairs = Buffer.from(Uint32Array.of(atoms.utf8, first!, atoms.latin1, second!).buffer);
    await display.setProperty(window, asked!, { type: atoms.atomPair, format: 32, data: pairs });
    const answered = new Promise<number>((resolve) => {
      const stop = display.onEvent((event) => {
        if (event.name !== 'SelectionNotify' || event.requestor !== window) return;
        stop();
        resolve(event.property);
      });
    });
    display.client.ConvertSelection(window, atoms.clipboard, atoms.multiple, asked!, 0);
    expect(await answered).toBe(asked);
    expect((await display.getProperty(window, first!))?.data).toEqual(text.data);
    expect(await display.getProperty(window, second!)).toBeUndefined();
    const reply = (await display.getProperty(window, asked!))!.data;
    expect([0, 1, 2, 3].map((index) => reply.readUInt32LE(4 * index))).toEqual([atoms.utf8, first, atoms.latin1, 0]);
  });
});
