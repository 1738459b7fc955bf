import { Html, html } from './html.ts';

/** Renders a complete page in the sandbox's style, with a header that calls it a stand-in. */
export function renderPage({ title, standsFor, body }: { title: string; standsFor: string; body: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header><a href="/">Sandbox</a><span>Stands in for ${standsFor}. Nothing here is real.</span></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
}

const STYLE = new Html(`
:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f6f4, #161917);
  --surface: light-dark(#ffffff, #1f2421);
  --line: light-dark(#d9ded9, #38403b);
  --text: light-dark(#1d2420, #e8ece9);
  --quiet: light-dark(#59635c, #a3aea7);
  --accent: light-dark(#1f6a4d, #7fd1ab);
  --on-accent: light-dark(#ffffff, #0f1c16);
  --notice: light-dark(#fff4d6, #38300f);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .6rem 1rem; background: var(--notice); font-size: .875rem; }
header a { font-weight: 600; color: inherit; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0 0 .75rem; }
p { margin: 0 0 1rem; }
a { color: var(--accent); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 0 0 1rem; }
.quiet { color: var(--quiet); }
.small { font-size: .875rem; }
ul.plain { list-style: none; margin: 0; padding: 0; }
label { display: block; font-weight: 600; margin: 0 0 .75rem; }
label.check { display: flex; gap: .5rem; align-items: center; font-weight: 400; }
input:not([type=checkbox]) {
  display: block; width: 100%; margin-top: .25rem; padding: .5rem .65rem; font: inherit; font-weight: 400;
  color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: .5rem;
}
input[type=checkbox] { width: 1.1rem; height: 1.1rem; accent-color: var(--accent); }
button {
  min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--accent); background: transparent; border: 1px solid var(--accent); border-radius: .5rem;
}
button.main { color: var(--on-accent); background: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`);
