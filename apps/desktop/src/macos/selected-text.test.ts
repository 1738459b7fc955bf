import type { SelectedText } from '@workspace/dictation/ports';
import { describe, expect, it } from 'vitest';
import { FakeField } from './testing/fake-programs.ts';
import { tryOut } from './testing/try-out.ts';
import { PASTE } from './tuning.ts';

const LIMIT = 100;

type Program = Parameters<ReturnType<typeof tryOut>['mac']['open']>[0];

/** A Mac with a program in front, part of whose field's text is selected. */
function withField(options: Program & Partial<Pick<FakeField, 'role' | 'subrole'>> = {}) {
  const { role, subrole, ...program } = options;
  const parts = tryOut();
  const field = new FakeField({
    text: 'Dear all, old text.',
    ...(role !== undefined && { role }),
    ...(subrole !== undefined && { subrole }),
  });
  field.selection = { location: 10, length: 8 };
  const opened = parts.mac.open({ ...program, field });
  const read = () => parts.until(parts.inserter.read(LIMIT));
  return {
    ...parts,
    field,
    program: opened,
    read,
    async selected(): Promise<SelectedText> {
      const reading = await read();
      if (reading.type !== 'selected') throw new Error(`It is ${reading.type}.`);
      return reading;
    },
    replace: (selection: SelectedText, isWanted = () => true) =>
      parts.until(parts.inserter.replace(selection, 'new text', isWanted)),
  };
}

describe('The selected text', () => {
  it('is read from the focused field', async () => {
    const { read } = withField();
    expect(await read()).toMatchObject({ type: 'selected', text: 'old text', target: { kind: 'multi-line' } });
  });

  it('is none if there is only a caret, or the program does not report it', async () => {
    const { field, program, read } = withField();
    field.selection = { location: 3, length: 0 };
    expect(await read()).toEqual({ type: 'none' });
    field.selection = { location: 0, length: 4 };
    field.isTextUnreadable = true;
    expect(await read()).toEqual({ type: 'none' });
    field.isTextUnreadable = false;
    program.isReadable = false;
    expect(await read()).toEqual({ type: 'none' });
  });

  it('is never read from a password field', async () => {
    expect(await withField({ role: 'AXTextField', subrole: 'AXSecureTextField' }).read()).toEqual({ type: 'secure' });
  });

  it('is not read if it is too long', async () => {
    const { field, read } = withField();
    field.text = 'a'.repeat(LIMIT + 1);
    field.selection = { location: 0, length: LIMIT + 1 };
    expect(await read()).toEqual({ type: 'too-long' });
  });
});

describe('Replacing it', () => {
  it('pastes over it, and restores the pasteboard', async () => {
    const { mac, field, selected, replace, pass } = withField();
    mac.pasteboard.copyText('copied before');
    const before = mac.pasteboard.contents;
    expect(await replace(await selected())).toBe('replaced');
    expect(field.text).toBe('Dear all, new text.');
    await pass(PASTE.unseenHoldMs);
    expect(mac.pasteboard.contents).toEqual(before);
  });

  it.each<[string, (field: FakeField) => void]>([
    ['nothing is selected any more', (field) => (field.selection = { location: 10, length: 0 })],
    ['something else is selected', (field) => (field.selection = { location: 0, length: 8 })],
    ['the text is another one', (field) => (field.text = 'Dear all, his text.')],
  ])('changes nothing if %s: the answer is left on the pasteboard', async (_, change) => {
    const { mac, field, program, selected, replace } = withField();
    const selection = await selected();
    change(field);
    const { text } = field;
    expect(await replace(selection)).toBe('moved');
    expect([field.text, mac.pasteboard.text, program.keys]).toEqual([text, 'new text', []]);
  });

  it('changes nothing if the focus has moved to a field with the same text selected', async () => {
    const { mac, field, program, selected, replace } = withField();
    const selection = await selected();
    const other = new FakeField({ text: field.text });
    other.selection = { ...field.selection };
    program.focused = other;
    expect(await replace(selection)).toBe('moved');
    expect([other.text, mac.pasteboard.text]).toEqual(['Dear all, old text.', 'new text']);
  });

  it('leaves the answer on the pasteboard if the field is read-only', async () => {
    const { mac, field, selected, replace } = withField();
    field.takesText = false;
    expect(await replace(await selected())).toBe('not-editable');
    expect([field.text, mac.pasteboard.text]).toEqual(['Dear all, old text.', 'new text']);
  });

  it.each([false, true])(
    'leaves the answer there too if the key press may be blocked (it arrives: %s)',
    async (arrives) => {
      const { mac, field, selected, replace } = withField();
      mac.isSecureInputOn = true;
      mac.dropsKeysUnderSecureInput = !arrives;
      field.takesText = false;
      expect(await replace(await selected())).toBe('secure-input');
      expect([field.text, mac.pasteboard.text]).toEqual(['Dear all, old text.', 'new text']);
    },
  );

  it('succeeds under Secure Input if the change is seen', async () => {
    const { mac, field, selected, replace } = withField();
    mac.isSecureInputOn = true;
    mac.dropsKeysUnderSecureInput = false;
    expect(await replace(await selected())).toBe('replaced');
    expect(field.text).toBe('Dear all, new text.');
  });

  it('presses no key in a terminal', async () => {
    const { mac, program, selected, replace } = withField({ bundleId: 'com.apple.Terminal' });
    expect(await replace(await selected())).toBe('not-editable');
    expect([program.keys, mac.pasteboard.text]).toEqual([[], 'new text']);
  });

  it('neither pastes nor copies anything if it is no longer wanted', async () => {
    const { mac, field, selected, replace } = withField();
    mac.pasteboard.copyText('copied before');
    await replace(await selected(), () => false);
    expect([field.text, mac.pasteboard.text]).toEqual(['Dear all, old text.', 'copied before']);
  });
});
