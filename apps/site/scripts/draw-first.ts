const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"\/>/g;
const SCRIPT_AHEAD = /<link rel="modulepreload" /g;
const START = /<script type="module" async="">([\s\S]*?)<\/script>/;

/** Type of a script that waits for the first frame. */
export const WAITING_SCRIPT = 'text/waiting-module';

/** Fetches and starts what waits, once the first frame was drawn. */
const START_WAITING = `requestAnimationFrame(()=>setTimeout(()=>{delete document.documentElement.dataset.fonts;for(let l of document.querySelectorAll("link[rel=later]"))l.rel="modulepreload";let w=document.querySelector('script[type="${WAITING_SCRIPT}"]'),s=document.createElement("script");s.type="module";s.textContent=w.textContent;document.body.append(s)}))`;

/**
 * Has a page that reads without JavaScript drawn as soon as it has come. Its styles are written into it; their links stay,
 * as React looks for them, but their targets are no longer fetched. Its scripts and fonts are fetched after the first frame.
 *
 * @param read gives the text of a stylesheet by its address
 * @throws an Error if the page doesn't start as React Router's pages do
 */
export function drawFirst(html: string, read: (href: string) => string): string {
  if (!START.test(html)) throw new Error('A page of the build does not start as expected: see to its scripts anew.');
  return html
    .replace('<html ', '<html data-fonts="later" ')
    .replace(
      STYLESHEET,
      (_, href: string) => `<style>${read(href)}</style><link rel="stylesheet" href="${href}" disabled/>`,
    )
    .replace(SCRIPT_AHEAD, '<link rel="later" ')
    .replace(
      START,
      (_, code: string) => `<script type="${WAITING_SCRIPT}">${code}</script><script>${START_WAITING}</script>`,
    );
}
