import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import { WAITING_SCRIPT } from './draw-first.ts';

/** Hashes of a page's inline code, as Content-Security-Policy sources: `'sha256-…'`. */
export interface InlineHashes {
  scripts: string[];
  styles: string[];
  /** Of `style` attributes. */
  styleAttributes: string[];
}

/** Returns the CSP source that allows exactly this code. */
export function hashSource(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

/** Hashes a page's inline scripts and styles. Ignores data in `script` elements. */
export function hashInlineCode(html: string): InlineHashes {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const styleAttributes = new Set<string>();
  let current: Set<string> | undefined;
  let text = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      const { style } = attributes;
      if (style !== undefined) styleAttributes.add(hashSource(style));
      current = name === 'script' && isCode(attributes) ? scripts : name === 'style' ? styles : undefined;
      text = '';
    },
    ontext(piece) {
      text += piece;
    },
    onclosetag() {
      current?.add(hashSource(text));
      current = undefined;
    },
  });
  parser.end(html);
  return { scripts: [...scripts], styles: [...styles], styleAttributes: [...styleAttributes] };
}

function isCode({ src, type = '' }: Record<string, string>): boolean {
  return src === undefined && ['', 'module', WAITING_SCRIPT, 'text/javascript'].includes(type);
}
