/** The style of all pages: calm, in the preferred color scheme, and clearly not that of a real payment page. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f3f2ee, #17191b);
  --card: light-dark(#ffffff, #212427);
  --line: light-dark(#dcdad3, #3a3f43);
  --edge: light-dark(#85827a, #7d848a);
  --text: light-dark(#22242a, #eceeef);
  --muted: light-dark(#5d5e63, #a9afb4);
  --accent: light-dark(#0d6a5f, #27796c);
  --accent-text: light-dark(#0b5d53, #74cdbd);
  --notice: light-dark(#fbf0d3, #3b3320);
  --notice-text: light-dark(#694c05, #f0d493);
  --bad: light-dark(#fbe6e3, #472624);
  --bad-text: light-dark(#9c1f17, #ffaca4);
  --good: light-dark(#dff1e6, #1d3a2a);
  --good-text: light-dark(#145c33, #86d7a7);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif;
  overflow-wrap: anywhere;
}
.banner { padding: 8px 16px; background: var(--notice); color: var(--notice-text); font-size: 14px; text-align: center; }
main { max-width: 920px; margin: 0 auto; padding: 32px 16px 56px; }
main.wide { max-width: 1180px; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; }
h2 { margin: 40px 0 12px; font-size: 18px; line-height: 1.3; }
p { margin: 0 0 12px; }
a { color: var(--accent-text); }
.muted { color: var(--muted); }
.small { font-size: 14px; }
.price { margin: 4px 0 24px; font-size: 36px; font-weight: 650; line-height: 1.15; }
.price .small { font-weight: 400; color: var(--muted); }
.card { padding: 20px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
.card + .card { margin-top: 14px; }
.columns { display: grid; gap: 32px; }
@media (min-width: 780px) { .columns { grid-template-columns: 5fr 6fr; gap: 56px; padding-top: 24px; } }
dl { margin: 0; }
dl div { display: flex; gap: 16px; justify-content: space-between; padding: 10px 0; border-top: 1px solid var(--line); }
dt { color: var(--muted); }
dd { margin: 0; text-align: right; }
label, legend { display: block; margin: 0 0 4px; padding: 0; font-size: 14px; font-weight: 600; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; }
fieldset label { display: flex; gap: 8px; align-items: center; margin: 6px 0; font-weight: 400; font-size: 16px; }
.field { margin-bottom: 16px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
input:not([type="radio"]), select {
  width: 100%;
  padding: 10px 12px;
  background: var(--ground);
  color: inherit;
  border: 1px solid var(--edge);
  border-radius: 9px;
  font: inherit;
}
input[readonly] { border-style: dashed; color: var(--muted); }
input[type="radio"] { width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
button, .button {
  display: inline-block;
  padding: 9px 16px;
  background: transparent;
  color: var(--text);
  border: 1px solid var(--edge);
  border-radius: 9px;
  font: inherit;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { border-color: var(--accent-text); color: var(--accent-text); }
button.main, .button.main { width: 100%; padding: 12px 16px; background: var(--accent); color: #fff; border-color: var(--accent); font-weight: 600; }
button.main:hover, .button.main:hover { color: #fff; filter: brightness(1.08); }
button.plain { padding: 4px 10px; font-size: 14px; border-color: var(--line); }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
.cancel { margin-top: 12px; text-align: center; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.actions select { width: auto; }
.error { padding: 10px 14px; margin-bottom: 16px; background: var(--bad); color: var(--bad-text); border-radius: 9px; }
.tag { display: inline-block; padding: 1px 9px; border-radius: 99px; background: var(--notice); color: var(--notice-text); font-size: 13px; white-space: nowrap; }
.tag.good { background: var(--good); color: var(--good-text); }
.tag.bad { background: var(--bad); color: var(--bad-text); }
.row { display: grid; gap: 6px 20px; padding: 14px 0; border-top: 1px solid var(--line); }
.row:first-child { padding-top: 0; border-top: 0; }
.row:last-child { padding-bottom: 0; }
@media (min-width: 780px) {
  .row { grid-template-columns: minmax(340px, 1fr) fit-content(720px); align-items: center; }
  .row .actions { justify-content: flex-end; }
}
code { font: 13px/1.4 ui-monospace, "SF Mono", "Liberation Mono", monospace; color: var(--muted); }
`;
