// Vocabulary and replacements as files, in a real browser: chosen, shown before they are added, saved, and read elsewhere.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectAccessible, horizontalOverflow } from '../page-checks.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { narrow, openPage, startWindows } from './pages.ts';
import { SettingsApp, viewWith } from './settings-app.ts';

const { browser, server } = await startWindows();
const folder = scratchFolder();
const page = await openPage(browser);
let app: SettingsApp;

type Words = Pick<SettingsApp['view']['settings'], 'vocabulary' | 'replacements'>;

async function open(words: Words): Promise<void> {
  app = new SettingsApp(await server.open(page, 'settings'), viewWith(words));
  await page.getByRole('tab', { name: 'Words' }).click();
  await page.getByRole('heading', { level: 1, name: 'Words' }).waitFor();
}

function fileWith(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function choose(path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import…' }).click();
  await (await chooser).setFiles(path);
}

const question = (title: string) => page.getByRole('alertdialog', { name: title });
const itemsOf = (list: string) => page.getByRole('list', { name: list }).getByRole('listitem').allInnerTexts();

/** Saves a file with one of the buttons. Resolves with its name and bytes. */
async function save(button: string): Promise<{ name: string; content: Buffer }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const saved = await download;
  const chunks = await (await saved.createReadStream()).toArray();
  return { name: saved.suggestedFilename(), content: Buffer.concat(chunks) };
}

const CURRENT: Words = {
  vocabulary: ['Kubernetes'],
  replacements: [{ from: 'new paragraph', to: '\n\n' }],
};

describe('An import', () => {
  test('shows new, existing and invalid words, and adds the new ones once confirmed', async () => {
    await open(CURRENT);
    await choose(
      fileWith('mixed.csv', 'Kubernetes\r\nSiobhán\r\nbroken,"quote\r\nbtw,by the way\r\nnew paragraph,¶\r\nhm,\r\n'),
    );
    await question('Add one word and 2 replacements?').waitFor();
    expect(await itemsOf('To be added')).toEqual(['Siobhán', 'btw\nby the way', 'hm\nnothing']);
    await page.getByText('One entry is there already.').waitFor();
    expect(await itemsOf('Left out')).toEqual([
      'Line 3 has a quotation mark that isn’t closed or stands in the wrong place.',
      'Line 5: “new paragraph” is already replaced by something else.',
    ]);
    await expectAccessible(page);
    expect(app.changes).toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).last().click();
    await expect
      .poll(() => app.changes)
      .toEqual([
        {
          vocabulary: ['Kubernetes', 'Siobhán'],
          replacements: [...CURRENT.replacements, { from: 'btw', to: 'by the way' }, { from: 'hm', to: '' }],
        },
      ]);
    app.answer();
    await page.getByText('Added one word and 2 replacements.').waitFor();
  });

  test('can be canceled, and the same file chosen again', async () => {
    await open(CURRENT);
    const path = fileWith('one.csv', 'Siobhán\n');
    for (let times = 0; times < 2; times += 1) {
      await choose(path);
      await question('Add one word?').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await question('Add one word?').waitFor({ state: 'hidden' });
    }
    expect(app.changes).toEqual([]);
  });

  test('reads a CSV file as written by a German Excel', async () => {
    await open(CURRENT);
    const text = 'mfg;"Mit freundlichen Grüßen,\r\nJürgen"\r\nz. B.;zum Beispiel\r\n';
    await choose(fileWith('german.csv', Buffer.from(text, 'latin1')));
    await question('Add 2 replacements?').waitFor();
    expect(await itemsOf('To be added')).toEqual(['mfg\nMit freundlichen Grüßen, Jürgen', 'z. B.\nzum Beispiel']);
  });

  test('of nothing new or of invalid JSON says so, and has nothing to confirm', async () => {
    await open(CURRENT);
    await choose(fileWith('known.json', JSON.stringify(CURRENT)));
    await question('Nothing to add').waitFor();
    await page.getByText('2 entries are there already.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await choose(fileWith('bad.json', '{ "vocabulary": ['));
    await page.getByText('The file isn’t valid JSON.').waitFor();
    expect(app.changes).toEqual([]);
  });

  test('of a file that is too large is refused', async () => {
    await open(CURRENT);
    await choose(fileWith('large.csv', Buffer.alloc(4 * 1024 * 1024 + 1, 'x')));
    await page.getByText('That file is too large').waitFor();
  });

  test('of the largest possible list reaches the app', async () => {
    await open({ vocabulary: [], replacements: [] });
    const replacements = Array.from({ length: 500 }, (_, index) => ({
      from: `phrase ${index}`,
      to: 'ü'.repeat(2_000),
    }));
    await choose(fileWith('full.json', JSON.stringify({ replacements })));
    await question('Add 500 replacements?').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).last().click();
    await expect.poll(() => app.changes.length).toBe(1);
    expect(app.changes).toEqual([{ replacements }]);
  });
});

describe('An export', () => {
  const WORDS: Words = {
    vocabulary: ['Grünwald', 'Smith; John', '東京', '=SUM'],
    replacements: [
      { from: 'sig', to: 'Best,\n"Anna"' },
      { from: 'dash', to: '- ' },
    ],
  };

  test('restores the same words when it is imported elsewhere', async () => {
    await open(WORDS);
    const files = [await save('Vocabulary as CSV'), await save('Replacements as CSV'), await save('All as JSON')];
    expect(files.map(({ name }) => name)).toEqual([
      'Saykey vocabulary.csv',
      'Saykey replacements.csv',
      'Saykey words.json',
    ]);
    const paths = files.map(({ name, content }) => fileWith(name, content));
    for (const chosen of [paths.slice(0, 2), paths.slice(2)]) {
      await open({ vocabulary: [], replacements: [] });
      for (const path of chosen) {
        await choose(path);
        await page.getByRole('alertdialog').waitFor();
        await page.getByRole('button', { name: 'Add', exact: true }).last().click();
        await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
        await expect.poll(() => app.changes.length).toBe(chosen.indexOf(path) + 1);
        app.answer();
      }
      const { vocabulary, replacements } = app.view.settings;
      expect({ vocabulary, replacements }).toEqual(WORDS);
    }
  });

  test('is disabled while there are no words', async () => {
    await open({ vocabulary: [], replacements: [] });
    for (const name of ['All as JSON', 'Vocabulary as CSV', 'Replacements as CSV'])
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
  });
});

test.each(['wide', 'narrow'])('Everything fits a window that is %s', async (width) => {
  if (width === 'narrow') await narrow(page);
  await open(CURRENT);
  expect(await horizontalOverflow(page)).toBe(0);
  await choose(fileWith('wide.csv', `${'long'.repeat(20)},${'wide'.repeat(100)}\n${'x'.repeat(150)}\n`));
  await question('Add one replacement?').waitFor();
  const tooWide = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[role=alertdialog]'))`;
  expect(await page.evaluate(tooWide)).toBe(0);
});
