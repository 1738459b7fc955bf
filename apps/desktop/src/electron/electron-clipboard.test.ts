import { expect, test } from 'vitest';
import { ElectronClipboard } from './electron-clipboard.ts';

test('writeText writes the text, and rejects on failure', async () => {
  const written: string[] = [];
  const clipboard = new ElectronClipboard({
    writeText: (text) => {
      if (written.length > 0) throw new Error('The pasteboard can’t be reached');
      written.push(text);
    },
  });
  await clipboard.writeText('déjà vu\n');
  expect(written).toEqual(['déjà vu\n']);
  await expect(clipboard.writeText('more')).rejects.toThrow('pasteboard');
});
