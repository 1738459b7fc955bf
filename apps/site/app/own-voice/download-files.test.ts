import { beforeEach, expect, it, vi } from 'vitest';
import { downloadFiles, type FetchedFiles } from './download-files.ts';

const FILES = [
  { url: '/one', bytes: 6 },
  { url: '/two', bytes: 4 },
];

/** Response bodies in chunks; an Error breaks the connection at that point. */
let answers: Record<string, (string | Error)[]>;
let fetched: FetchedFiles;
const shares: number[] = [];
const download = () => downloadFiles(FILES, fetched, (share) => shares.push(share));

beforeEach(() => {
  answers = { '/one': ['abc', 'def'], '/two': ['ghij'] };
  fetched = new Map();
  shares.length = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const pieces = [...(answers[String(url)] ?? [])];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else if (piece instanceof Error) controller.error(piece);
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    return new Response(body, { status: String(url) in answers ? 200 : 404 });
  });
});

it('fetches all files and reports the progress', async () => {
  await download();
  expect(await Promise.all(FILES.map(({ url }) => fetched.get(url)!.text()))).toEqual(['abcdef', 'ghij']);
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
  expect(shares.at(-1)).toBe(1);
});

it('keeps complete files if the connection is lost, and fetches only the rest next time', async () => {
  answers['/one'] = ['abc', new Error('lost')];
  await expect(download()).rejects.toThrow('lost');
  await vi.waitFor(() => expect([...fetched.keys()]).toEqual(['/two']));
  vi.mocked(fetch).mockClear();
  answers['/one'] = ['abcdef'];
  await download();
  expect(vi.mocked(fetch).mock.calls.map(([url]) => url)).toEqual(['/one']);
  expect(await fetched.get('/one')!.text()).toBe('abcdef');
});

it.each<[string, (string | Error)[] | undefined]>([
  ['is not there', undefined],
  ['is shorter than it should be', ['abc']],
  ['is longer', ['abcdefg']],
])('rejects a file that %s', async (_, answer) => {
  if (answer) answers['/one'] = answer;
  else delete answers['/one'];
  await expect(download()).rejects.toThrow();
  expect(fetched.has('/one')).toBe(false);
});
