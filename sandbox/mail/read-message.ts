import PostalMime, { type Email } from 'postal-mime';

/** A parsed message. */
export interface MessageContent {
  /** The address in the From header. */
  readonly from: string;
  readonly subject: string;
  /** The Date header, ISO 8601. */
  readonly date: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
  /** The web addresses in the text and in the HTML's links, each once. */
  readonly links: readonly string[];
  /** The headers by lower-case name; repeated ones are joined by line breaks. */
  readonly headers: Readonly<Record<string, string>>;
  /** The source, as it was received. */
  readonly raw: string;
}

/** A message that a strict server doesn't accept. */
export class UnacceptableMessage extends Error {
  override readonly name = 'UnacceptableMessage';
}

/** A web address within text, without trailing punctuation. */
export const WEB_ADDRESS = /https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?]/g;

/** Headers that each message must have exactly once. */
const SINGLE_HEADERS = ['From', 'To', 'Date', 'Message-ID', 'Subject'];
/** RFC 5321, 4.5.3.1.6; not counting the line break. */
const LONGEST_LINE_BYTES = 998;

/**
 * Parses a message (RFC 5322).
 *
 * @param mayHold8Bit whether the client announced non-ASCII bytes (`BODY=8BITMIME` or `SMTPUTF8`)
 * @throws UnacceptableMessage if a header is missing, duplicated or invalid, a line is too long or ends with a bare
 * line feed, or a non-ASCII byte was not announced
 */
export async function readMessage(raw: Buffer, mayHold8Bit: boolean): Promise<MessageContent> {
  const source = raw.toString('latin1');
  if (!mayHold8Bit && /[\x80-\xff]/.test(source)) {
    throw new UnacceptableMessage('bytes beyond ASCII need BODY=8BITMIME or SMTPUTF8');
  }
  if (/(?<!\r)\n/.test(source)) throw new UnacceptableMessage('a line ends by a line feed alone');
  if (source.split('\r\n').some((line) => line.length > LONGEST_LINE_BYTES)) {
    throw new UnacceptableMessage(`a line is longer than ${LONGEST_LINE_BYTES} bytes`);
  }
  const email = await PostalMime.parse(raw);
  checkHeaders(email);
  return {
    from: addressOf(email),
    subject: email.subject ?? '',
    date: dateOf(email),
    text: email.text,
    html: email.html,
    links: findLinks(email.text, email.html),
    headers: collectHeaders(email),
    raw: raw.toString(),
  };
}

function checkHeaders({ headers }: Email): void {
  for (const name of SINGLE_HEADERS) {
    const found = headers.filter(({ key }) => key === name.toLowerCase());
    if (found.length !== 1) throw new UnacceptableMessage(`there must be one ${name} header, not ${found.length}`);
    if (found[0]?.value.trim() === '') throw new UnacceptableMessage(`the ${name} header is empty`);
  }
  const messageId = headers.find(({ key }) => key === 'message-id')?.value.trim() ?? '';
  if (!/^<[^<>\s@]+@[^<>\s@]+>$/.test(messageId)) throw new UnacceptableMessage('the Message-ID header is invalid');
}

function addressOf({ from }: Email): string {
  if (!from?.address?.includes('@')) throw new UnacceptableMessage('the From header holds no address');
  return from.address;
}

function dateOf({ date }: Email): string {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) throw new UnacceptableMessage('the Date header is invalid');
  return new Date(time).toISOString();
}

function collectHeaders({ headers }: Email): Record<string, string> {
  const byName = Map.groupBy(headers, ({ key }) => key);
  return Object.fromEntries([...byName].map(([key, found]) => [key, found.map(({ value }) => value).join('\n')]));
}

function findLinks(text = '', html = ''): string[] {
  const inText = text.match(WEB_ADDRESS) ?? [];
  const inHtml = [...html.matchAll(/\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, double, single]) =>
    (double ?? single ?? '').replaceAll('&amp;', '&'),
  );
  return [...new Set([...inText, ...inHtml.filter((link) => /^https?:\/\//.test(link))])];
}
