const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"\/>/g;
const SCRIPT_AHEAD = /<link rel="modulepreload" /g;
const START = /<script type="module" async="">([\s\S]*?)<\/script>/;

/** Type of a script that waits for the first frame. */
export const WAITING_SCRIPT = 'text/waiting-module';

/** Fetches and starts what waits, after the first frame. */
const START_WAITING = `requestAnimationFrame(()=>setTimeout(()=>{delete document.documentElement.dataset.fonts;for(let l of document.querySelectorAll("link[rel=later]"))l.rel="modulepreload";let w=document.querySelector('script[type="${WAITING_SCRIPT}"]'),s=document.createElement("script");s.type="module";s.textContent=w.textContent;document.body.append(s)}))`;

/**
 * Lets a prerendered page paint as soon as its HTML has arrived. Its styles are inlined; their links stay, since React
 * looks for them, but are disabled, so that they aren't fetched. Its scripts and fonts load after the first frame.
 *
 * @param read returns the text of a stylesheet by its URL
 * @throws an Error if the page lacks React Router's start script
 */
export function drawFirst(html: string, read: (href: string) => string): string {
  if (!START.test(html)) throw new Error('A built page does not start as expected: update this script.');
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
