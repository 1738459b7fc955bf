import { render } from '@react-email/render';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { type CSSProperties, createElement as h, type ReactElement } from 'react';
import type { MailContent, Sender } from './mail-content.ts';

const MAX_WIDTH_PX = 600;
const FONT = "-apple-system, BlinkMacSystemFont, system-ui, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif";

/** The site's colors, under its names: the signal marks what to do next. A test compares them. */
export const LIGHT = {
  paper: '#f7f4ed',
  raised: '#fffdf8',
  line: '#ddd6c6',
  ink: '#191711',
  muted: '#625c4e',
  signal: '#e8401f',
  'signal-side': '#a92b10',
  'signal-text': '#b52d10',
  'on-signal': '#1c0a04',
};
export const DARK: typeof LIGHT = {
  paper: '#14130f',
  raised: '#1e1c17',
  line: '#34302a',
  ink: '#f4efe4',
  muted: '#ada592',
  signal: '#ff6a47',
  'signal-side': '#b5401f',
  'signal-text': '#ff8a6c',
  'on-signal': '#1c0a04',
};

/** Styles are inline, as many mail clients require; rules that must override them use `!important`. */
const STYLE_SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .window { background-color: ${DARK.paper} !important; }
  .card { background-color: ${DARK.raised} !important; border-color: ${DARK.line} !important; }
  .ink { color: ${DARK.ink} !important; }
  .muted { color: ${DARK.muted} !important; }
  .key { background-color: ${DARK.signal} !important; border-color: ${DARK['signal-side']} !important; color: ${DARK['on-signal']} !important; }
  .link { color: ${DARK['signal-text']} !important; }
}
@media (max-width: 480px) {
  .inner { padding: 24px 20px !important; }
}
`;

/**
 * Renders an email in the product's look, light or dark to match the reader's settings. Nothing is loaded from
 * anywhere.
 */
export function renderHtml(content: MailContent, sender: Sender): Promise<string> {
  return render(Mail({ content, sender }));
}

function Mail({ content, sender }: { content: MailContent; sender: Sender }): ReactElement {
  const { subject, heading, paragraphs, action, notes } = content;
  return h(
    'html',
    { lang: 'en', dir: 'ltr' },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, subject),
      h('style', null, STYLE_SHEET),
    ),
    h(
      'body',
      { className: 'window', style: { margin: 0, padding: 0, backgroundColor: LIGHT.paper } },
      Preview(paragraphs[0] ?? heading),
      Column(
        { className: 'window', style: { padding: '32px 12px', backgroundColor: LIGHT.paper } },
        Masthead(),
        Card(
          h('h1', { className: 'ink', style: { ...text(LIGHT.ink), ...HEADING } }, heading),
          ...paragraphs.map((paragraph) => Paragraph('ink', {}, paragraph)),
          ...(action === undefined ? [] : [Button(action)]),
          ...notes.map((note) => Paragraph('muted', NOTE, note)),
          ...(action === undefined ? [] : [PlainLink(action.url)]),
        ),
        Paragraph(
          'muted',
          { ...NOTE, margin: '16px 0 0' },
          `Questions? Write to ${sender.supportEmail}. `,
          Link(sender.siteUrl),
        ),
      ),
    ),
  );
}

/** The face of a key in the signal color. Its users add the key's side as a bottom border. */
const KEY: CSSProperties = { backgroundColor: LIGHT.signal, color: LIGHT['on-signal'] };

/**
 * The product's mark and name. The mark is drawn with the table's own cells: mail clients hide images until asked to
 * show them.
 */
function Masthead(): ReactElement {
  const face: CSSProperties = {
    ...KEY,
    width: 30,
    height: 26,
    borderRadius: 8,
    borderBottom: `5px solid ${LIGHT['signal-side']}`,
    textAlign: 'center',
    verticalAlign: 'middle',
    fontSize: 0,
    lineHeight: 0,
  };
  const name: CSSProperties = {
    ...text(LIGHT.ink),
    paddingLeft: 10,
    fontSize: 20,
    fontWeight: 700,
    letterSpacing: '-0.02em',
  };
  return h(
    'table',
    {
      role: 'presentation',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      style: { marginBottom: 18, borderCollapse: 'separate' },
    },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h('td', { className: 'key', style: face, 'aria-hidden': true }, ...[7, 14, 9].map(LevelBar)),
        h('td', { className: 'ink', style: name }, PRODUCT_NAME),
      ),
    ),
  );
}

/** A bar of the level meter on the mark's key. */
function LevelBar(height: number): ReactElement {
  const style: CSSProperties = {
    display: 'inline-block',
    width: 3,
    height,
    margin: '0 1.5px',
    borderRadius: 2,
    backgroundColor: LIGHT['on-signal'],
    verticalAlign: 'middle',
  };
  return h('span', { key: height, style });
}

const HEADING: CSSProperties = {
  fontSize: 24,
  lineHeight: '30px',
  fontWeight: 700,
  letterSpacing: '-0.02em',
  margin: '0 0 16px',
};
const NOTE: CSSProperties = { fontSize: 13, lineHeight: '19px', margin: '0 0 8px' };

function text(color: string): CSSProperties {
  return { color, fontFamily: FONT, overflowWrap: 'anywhere', wordBreak: 'break-word' };
}

function Paragraph(tone: 'ink' | 'muted', style: CSSProperties, ...children: (string | ReactElement)[]): ReactElement {
  const body = { fontSize: 16, lineHeight: '24px', margin: '0 0 16px' };
  return h('p', { className: tone, style: { ...text(LIGHT[tone]), ...body, ...style } }, ...children);
}

/** What mail clients list beside the subject. Hidden in the email itself. */
function Preview(line: string): ReactElement {
  const hidden: CSSProperties = { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 };
  return h('div', { style: hidden, 'aria-hidden': true }, line);
}

/** A centered column, as wide as an email may be. Made of tables, because Outlook supports nothing else. */
function Column(outer: { className: string; style: CSSProperties }, ...children: ReactElement[]): ReactElement {
  const inner = Table(
    { width: MAX_WIDTH_PX, style: { width: '100%', maxWidth: MAX_WIDTH_PX } },
    h('td', null, ...children),
  );
  return Table({ width: '100%', style: { width: '100%' } }, h('td', { align: 'center', ...outer }, inner));
}

function Card(...children: ReactElement[]): ReactElement {
  const style: CSSProperties = {
    padding: '32px 36px',
    backgroundColor: LIGHT.raised,
    border: `1px solid ${LIGHT.line}`,
    borderRadius: 12,
  };
  return Table(
    { width: '100%', style: { width: '100%', borderCollapse: 'separate' } },
    h('td', { className: 'card inner', style }, ...children),
  );
}

function Table(attributes: { width: number | string; style: CSSProperties }, cell: ReactElement): ReactElement {
  return h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, ...attributes },
    h('tbody', null, h('tr', null, cell)),
  );
}

function Button({ label, url }: { label: string; url: string }): ReactElement {
  const style: CSSProperties = {
    display: 'inline-block',
    padding: '11px 22px',
    borderRadius: 12,
    ...KEY,
    borderBottom: `4px solid ${LIGHT['signal-side']}`,
    fontFamily: FONT,
    fontSize: 16,
    lineHeight: '24px',
    fontWeight: 600,
    textDecoration: 'none',
  };
  return h('p', { style: { margin: '8px 0 24px' } }, h('a', { href: url, className: 'key', style }, label));
}

/** The button's URL, for those who would rather copy it. */
function PlainLink(url: string): ReactElement {
  return Paragraph(
    'muted',
    { ...NOTE, margin: 0 },
    'Button not working? Copy this address into your browser: ',
    Link(url),
  );
}

function Link(url: string): ReactElement {
  return h('a', { href: url, className: 'link', style: { color: LIGHT['signal-text'] } }, url);
}
