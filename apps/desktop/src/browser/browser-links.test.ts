import { expect, it, test } from 'vitest';
import { BrowserLinks } from './browser-links.ts';

function links() {
  const opened: string[] = [];
  return { opened, links: new BrowserLinks(async (url) => void opened.push(url)) };
}

it('queues links until there is a listener, then passes them on as they arrive', () => {
  const { links: made } = links();
  const heard: string[] = [];
  made.receive('saykey://setup?token=1');
  made.receive('saykey://setup?token=2');
  made.onLink((link) => heard.push(link));
  made.receive('saykey://setup?token=3');
  expect(heard).toEqual(['saykey://setup?token=1', 'saykey://setup?token=2', 'saykey://setup?token=3']);
});

test.each(['https://www.example.com/app', 'http://localhost:3000/app', 'http://127.0.0.1/', 'http://[::1]:3000/'])(
  'opens %s',
  async (url) => {
    const { links: made, opened } = links();
    await made.openPage(url);
    expect(opened).toEqual([url]);
  },
);

test.each(['http://www.example.com/', 'file:///etc/passwd', 'saykey://setup', 'javascript:alert(1)', '--help', ''])(
  'does not open “%s”',
  async (url) => {
    const { links: made, opened } = links();
    await expect(made.openPage(url)).rejects.toThrow('Only web pages can be opened.');
    expect(opened).toEqual([]);
  },
);
