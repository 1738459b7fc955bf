/** HTML text that needs no further escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = Html | string | number | false | null | undefined | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML from a template; inserted values are escaped, unless they are {@link Html}. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  return new Html(parts.reduce((text, part, index) => text + render(contents[index - 1]) + part));
}

function render(content: Content): string {
  if (content instanceof Html) return content.text;
  if (Array.isArray(content)) return content.map(({ text }: Html) => text).join('');
  if (content === undefined || content === null || content === false) return '';
  return String(content).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
