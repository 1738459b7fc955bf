import { render } from '@react-email/render';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { type CSSProperties, createElement as h, type ReactElement } from 'react';
import type { MailContent, Sender } from './mail-content.ts';

const MAX_WIDTH_PX = 600;
const FONT = "-apple-system, BlinkMacSystemFont, system-ui, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif";

/** The colours of the product's windows. */
const LIGHT = {
  window: '#f5f5f7',
  card: '#ffffff',
  line: '#e2e2e7',
  text: '#1d1d1f',
  muted: '#5c5c63',
  accent: '#0063d1',
  onAccent: '#ffffff',
  accentText: '#0059bd',
};
const DARK: typeof LIGHT = {
  window: '#1c1c1e',
  card: '#2a2a2d',
  line: '#3c3c41',
  text: '#f2f2f4',
  muted: '#aeaeb5',
  accent: '#1d6fd8',
  onAccent: '#ffffff',
  accentText: '#7db8ff',
};

/** Styles stand with their elements, as many mail programs want it; what must outdo them says so. */
const STYLE_SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .window { background-color: ${DARK.window} !important; }
  .card { background-color: ${DARK.card} !important; border-color: ${DARK.line} !important; }
  .text { color: ${DARK.text} !important; }
  .muted { color: ${DARK.muted} !important; }
  .button { background-color: ${DARK.accent} !important; color: ${DARK.onAccent} !important; }
  .link { color: ${DARK.accentText} !important; }
}
@media (max-width: 480px) {
  .inner { padding: 24px 20px !important; }
}
`;

/** A mail in the product's look, light or dark as the reader has it. Nothing is loaded from anywhere. */
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
      { className: 'window', style: { margin: 0, padding: 0, backgroundColor: LIGHT.window } },
      Preview(paragraphs[0] ?? heading),
      Column(
        { className: 'window', style: { padding: '32px 12px', backgroundColor: LIGHT.window } },
        Paragraph('text', { fontSize: 18, fontWeight: 600, margin: '0 0 16px' }, PRODUCT_NAME),
        Card(
          h('h1', { className: 'text', style: { ...text(LIGHT.text), ...HEADING } }, heading),
          ...paragraphs.map((paragraph) => Paragraph('text', {}, paragraph)),
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

const HEADING: CSSProperties = { fontSize: 22, lineHeight: '28px', fontWeight: 600, margin: '0 0 16px' };
const NOTE: CSSProperties = { fontSize: 13, lineHeight: '19px', margin: '0 0 8px' };

function text(color: string): CSSProperties {
  return { color, fontFamily: FONT, overflowWrap: 'anywhere', wordBreak: 'break-word' };
}

function Paragraph(tone: 'text' | 'muted', style: CSSProperties, ...children: (string | ReactElement)[]): ReactElement {
  const body = { fontSize: 16, lineHeight: '24px', margin: '0 0 16px' };
  return h('p', { className: tone, style: { ...text(LIGHT[tone]), ...body, ...style } }, ...children);
}

/** What lists of mails show beside the subject. The mail itself doesn't. */
function Preview(line: string): ReactElement {
  const hidden: CSSProperties = { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 };
  return h('div', { style: hidden, 'aria-hidden': true }, line);
}

/** A column in the middle, as wide as a mail may be. Tables, because Outlook knows no other way. */
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
    backgroundColor: LIGHT.card,
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
    padding: '10px 20px',
    borderRadius: 8,
    backgroundColor: LIGHT.accent,
    color: LIGHT.onAccent,
    fontFamily: FONT,
    fontSize: 16,
    lineHeight: '24px',
    fontWeight: 600,
    textDecoration: 'none',
  };
  return h('p', { style: { margin: '8px 0 24px' } }, h('a', { href: url, className: 'button', style }, label));
}

/** The button's address, for those who rather copy it. */
function PlainLink(url: string): ReactElement {
  return Paragraph(
    'muted',
    { ...NOTE, margin: 0 },
    'If the button does not work, copy this address into your browser: ',
    Link(url),
  );
}

function Link(url: string): ReactElement {
  return h('a', { href: url, className: 'link', style: { color: LIGHT.accentText } }, url);
}
