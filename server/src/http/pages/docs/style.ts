/** Stylesheet of pages outside of the web app, with its colors. Served as a file because the content security policy forbids inline styles. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#faf8f4, #131210); --panel: light-dark(#ffffff, #1a1916); --side: light-dark(#f4efe7, #0d0c0a);
  --line: light-dark(#e9e3d8, #2a2723); --field: light-dark(#958b79, #746b5d); --text: light-dark(#1c1914, #f3eee4);
  --soft: light-dark(#595145, #bbb2a2); --accent: light-dark(#0e5a63, #7accd0); --on-accent: light-dark(#ffffff, #06282c);
  --code: light-dark(#f4efe7, #2a2722); --good-soft: light-dark(#e7f3ea, #13291b);
  --get: light-dark(#0e5a63, #7accd0); --post: light-dark(#1b6838, #82d09d);
  --patch: light-dark(#855600, #ebb750); --put: light-dark(#4a45a0, #b3affa); --delete: light-dark(#a3271c, #f49c91);
  --mark: light-dark(#e6f0ef, #15302f); --play: light-dark(#4a45a0, #b3affa); --play-soft: light-dark(#eeedf9, #22203c);
  --play-line: light-dark(#cfccee, #3d3a68); --bad-soft: light-dark(#fcebe8, #361814);
  --sans: "Geist Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: "Geist Mono Variable", ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --display: "Bricolage Grotesque Variable", var(--sans);
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 4.75rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.6 var(--sans); -webkit-font-smoothing: antialiased; }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
:is(a, summary, button, input, textarea, pre):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main:focus { outline: 0; }
[hidden] { display: none !important; }
code { font-family: var(--mono); font-size: 0.86em; }
p code, article code { background: var(--code); border-radius: 4px; padding: 0.12em 0.35em; overflow-wrap: anywhere; }
h1, h2, h3 { font-family: var(--display); font-weight: 600; line-height: 1.2; letter-spacing: -0.02em; text-wrap: balance; }
h3 a, .brand { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }

.skip { position: absolute; left: 1rem; top: -4rem; z-index: 5; padding: 0.5rem 0.9rem; background: var(--panel); border: 1px solid var(--line); border-radius: 7px; }
.skip:focus { top: 0.5rem; }
.bar { position: sticky; top: 0; z-index: 4; display: flex; gap: 1rem; align-items: center; min-height: 56px; padding: 0 1.25rem; background: var(--page); border-bottom: 1px solid var(--line); }
.brand { display: flex; gap: 0.55rem; align-items: center; flex: none; font: 600 1.1rem/1.2 var(--display); }
.brand span { padding-left: 0.7rem; border-left: 1px solid var(--line); font: 500 0.9rem/1.4 var(--sans); letter-spacing: 0; }
.links { display: flex; gap: 0.35rem; align-items: center; margin-left: auto; padding: 0; font-size: 0.875rem; }
.links a { padding: 0.35rem 0.7rem; border-radius: 7px; font-weight: 500; }
.links .open { border: 1px solid var(--line); background: var(--panel); }
.search { position: relative; flex: 0 1 30rem; }
.search input { width: 100%; height: 36px; padding: 0 2.4rem 0 0.8rem; border: 1px solid var(--field); border-radius: 7px; background: var(--panel); color: var(--text); font: 0.875rem/1 var(--sans); }
.search input::placeholder { color: var(--soft); opacity: 1; }
.search input::-webkit-search-cancel-button { display: none; }
.search > kbd { position: absolute; right: 0.55rem; top: 8px; }
kbd { padding: 0.1rem 0.38rem; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; background: var(--page); color: var(--soft); font: 0.72rem/1.3 var(--mono); }
.found { position: absolute; top: 42px; left: 0; width: max(100%, 34rem); max-width: calc(100vw - 2rem); overflow: hidden; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); box-shadow: 0 18px 48px -12px rgb(40 30 10 / 35%); }
.found ul { max-height: min(28rem, 70vh); margin: 0; padding: 0.4rem; overflow-y: auto; list-style: none; }
.found .kind { padding: 0.5rem 0.6rem 0.2rem; color: var(--soft); font-size: 0.78rem; }
.found [role="option"] { display: grid; grid-template-columns: 4rem minmax(0, 1fr); gap: 0 0.7rem; align-items: baseline; padding: 0.45rem 0.6rem; border-radius: 7px; cursor: pointer; }
.found [role="option"]:hover { background: var(--code); }
.found [aria-selected="true"], .found [aria-selected="true"]:hover { background: var(--mark); box-shadow: inset 0 0 0 1px var(--accent); }
.found .method { border: 0; padding: 0; }
.found .title { overflow: hidden; font-size: 0.9rem; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
.found .title small { margin-left: 0.5rem; color: var(--soft); font-size: 0.78rem; font-weight: 400; }
.found .text { grid-column: 2; overflow: hidden; color: var(--soft); font-size: 0.82rem; text-overflow: ellipsis; white-space: nowrap; }
.found mark { background: none; color: var(--accent); font-weight: 600; }
.found .none { margin: 0; padding: 1.2rem; color: var(--soft); text-align: center; font-size: 0.9rem; }
.found .keys { margin: 0; padding: 0.5rem 0.9rem; border-top: 1px solid var(--line); background: var(--side); color: var(--soft); font-size: 0.78rem; }
.found .keys kbd + kbd, .found .keys kbd:not(:first-child) { margin-left: 0.15rem; }

aside { background: var(--page); border-right: 1px solid var(--line); }
#menu { position: absolute; opacity: 0; pointer-events: none; }
.menu { display: none; }
aside nav { padding: 1rem 0.75rem 2rem; font-size: 0.84rem; }
nav summary { display: flex; gap: 0.4rem; align-items: center; padding: 0.35rem 0.5rem; border-radius: 6px; font-weight: 600; cursor: pointer; list-style: none; }
nav summary::-webkit-details-marker { display: none; }
nav summary:hover { background: var(--code); }
nav summary::after { content: ""; width: 6px; height: 6px; margin-left: auto; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); }
nav details[open] > summary::after { transform: rotate(45deg); }
nav ul { list-style: none; margin: 0 0 0.6rem; padding: 0; }
nav a { display: flex; gap: 0.6rem; align-items: baseline; padding: 0.24rem 0.5rem; border-radius: 6px; color: var(--text); text-decoration: none; }
nav a[aria-current] { background: var(--mark); color: var(--accent); font-weight: 600; }
nav a:hover { background: var(--code); }
nav a span:last-child { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
nav .method { flex: none; width: 4.1em; border: 0; padding: 0; background: none; font-size: 0.62rem; text-align: left; }
nav .more { border-top: 1px solid var(--line); padding-top: 0.6rem; font-weight: 600; }

main { min-width: 0; padding: 2.5rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 96rem; }
.introduction h1 { font-size: clamp(1.9rem, 4vw, 2.5rem); margin: 0; }
.lead { font-size: 1.15rem; color: var(--soft); margin: 0.6rem 0 1.2rem; max-width: 46rem; text-wrap: pretty; }
.facts { display: flex; flex-wrap: wrap; gap: 0.4rem 1.6rem; margin: 0 0 2rem; font-size: 0.9rem; color: var(--soft); }
.facts code { color: var(--text); }
.notes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.notes article { background: var(--panel); padding: 1.1rem 1.3rem 1.2rem; }
.notes h2 { font-size: 1.1rem; margin: 0 0 0.4rem; }
.notes p { margin: 0; font-size: 0.9rem; line-height: 1.65; }

.group { margin-top: 4rem; }
.group > h2 { font-size: 1.625rem; margin: 0; }
.about { margin: 0.3rem 0 0; padding-bottom: 1rem; color: var(--soft); border-bottom: 1px solid var(--line); }
.about + .fields { margin-top: 0.5rem; }
.fields.wide th { width: 16rem; }
.operation, .schema { padding: 2.2rem 0 2.4rem; border-bottom: 1px solid var(--line); }
/* Hundreds of sections: those out of view cost no layout. */
.operation, .schema { content-visibility: auto; contain-intrinsic-size: auto 48rem; }
.schema { max-width: 60rem; }
.operation { display: grid; gap: 1.2rem 2.5rem; }
.words { min-width: 0; }
.words > p { max-width: 44rem; margin: 0.7rem 0; }
.operation h3, .schema h3 { margin: 0; font-size: 1.3rem; }
.operation:target h3 a, .schema:target h3 a { background: var(--mark); box-shadow: 0 0 0 0.3em var(--mark); }
.words > .address { display: flex; gap: 0.7rem; align-items: center; max-width: none; margin: 0.8rem 0; padding: 0.5rem 0.7rem; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); }
.address .copy { margin-left: auto; }
.address code { background: none; padding: 0; font-size: 0.95rem; overflow-wrap: anywhere; }
.method { flex: none; font: 700 0.68rem/1 var(--mono); letter-spacing: 0.04em; padding: 0.34em 0.55em; border: 1px solid currentColor; border-radius: 5px; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); } .put { color: var(--put); } .delete { color: var(--delete); }
.who { color: var(--soft); font-size: 0.9rem; }
.who b { margin-right: 0.5em; color: var(--text); font-weight: 600; }
h4 { margin: 1.8rem 0 0.5rem; font: 600 1rem/1.4 var(--sans); }
h4 code { font-size: 0.9em; }

.fields { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
.fields tr { border-top: 1px solid var(--line); }
.fields > tbody > tr:last-child { border-bottom: 1px solid var(--line); }
.fields th, .fields td { padding: 0.6rem 0; text-align: left; vertical-align: top; font-weight: 400; }
.fields th { width: 11rem; padding-right: 1.2rem; }
.fields th code { font-weight: 600; overflow-wrap: anywhere; }
.fields td p { margin: 0.2rem 0 0; }
.fields tr:target { background: var(--mark); }
.type { font: 0.8rem/1.6 var(--mono); color: var(--soft); overflow-wrap: anywhere; }
.type a { display: inline-block; min-width: 24px; line-height: 24px; }
.type code { font-size: 1em; }
.type span { font-family: var(--sans); }
.type span::before { content: " · "; }
.mark { display: block; font-size: 0.72rem; line-height: 1.4; color: var(--soft); }
.mark.required { color: var(--delete); }
.fields details { margin-top: 0.5rem; }
.fields summary { cursor: pointer; width: fit-content; color: var(--accent); font-size: 0.82rem; }
.fields details > .fields { display: block; margin: 0.5rem 0 0.3rem; padding-left: 0.9rem; border-left: 2px solid var(--line); }
.fields details > .fields :is(tbody, tr, th, td) { display: block; width: auto; padding: 0; }
.fields details > .fields tr { padding: 0.45rem 0; border-bottom: 0; }
.fields details > .fields tr:first-child { border-top: 0; }
.fields details .mark { display: inline; margin-left: 0.6rem; }
.headers { margin: 0.5rem 0 0; font-size: 0.9rem; }
.headers a { color: inherit; }
.headers span { color: var(--soft); font-size: 0.82rem; }
.errors { list-style: none; display: flex; flex-wrap: wrap; gap: 0.45rem; margin: 0.6rem 0 0; padding: 0; }
.errors a { display: block; padding: 0.12rem 0.65rem; border: 1px solid var(--line); border-radius: 99px; background: var(--panel); color: var(--text); font-size: 0.8rem; text-decoration: none; }
.errors a:hover { border-color: var(--accent); }
.errors b { font: 600 0.92em var(--mono); color: var(--delete); }
.errors .common a { background: none; color: var(--soft); }
.errors .common b { color: var(--soft); }

.samples { display: grid; gap: 0.8rem; min-width: 0; }
figure { margin: 0; min-width: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
figcaption { display: flex; gap: 0.5rem; align-items: center; min-height: 40px; padding: 0.3rem 0.5rem 0.3rem 0.9rem; border-bottom: 1px solid var(--line); background: var(--side); font-size: 0.8rem; }
figcaption > span:first-child { font-family: var(--mono); overflow: hidden; text-overflow: ellipsis; }
figcaption .status { padding: 0.05rem 0.4rem; border-radius: 4px; background: var(--good-soft); color: var(--post); font-weight: 600; }
.tools { display: flex; gap: 0.3rem; align-items: center; margin-left: auto; }
.tools button, .copy { padding: 0.25rem 0.6rem; border: 1px solid transparent; border-radius: 6px; background: none; color: var(--soft); font: 500 0.78rem/1.4 var(--sans); cursor: pointer; }
.tools button:hover, .copy:hover { color: var(--text); }
.tools [aria-pressed="true"] { border-color: var(--line); background: var(--panel); color: var(--text); }
.tools .try { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.tools .try:hover { color: var(--on-accent); }
pre { margin: 0; font-family: var(--mono); font-size: 0.78rem; padding: 0.8rem 0.9rem; line-height: 1.65; white-space: pre-wrap; overflow-wrap: anywhere; }
pre[data-language] + pre[data-language] { border-top: 1px solid var(--line); }
.samples pre { max-height: 26rem; overflow: auto; }
pre code { font-size: 1em; }
pre .string { color: var(--post); } pre .word { color: var(--accent); } pre .number { color: var(--patch); }

dialog { width: min(44rem, calc(100vw - 2rem)); max-height: calc(100dvh - 3rem); padding: 0; border: 1px solid var(--line); border-radius: 14px; background: var(--panel); color: var(--text); }
dialog::backdrop { background: rgb(40 32 20 / 45%); }
dialog form { display: grid; gap: 0.9rem; padding: 1.25rem; }
dialog header { display: flex; align-items: center; justify-content: space-between; }
dialog h2 { margin: 0; font-size: 1.25rem; }
dialog .close { width: 34px; height: 34px; border: 0; border-radius: 7px; background: none; color: var(--soft); font-size: 1.3rem; cursor: pointer; }
dialog label { display: grid; gap: 0.25rem; font-size: 0.84rem; font-weight: 500; }
dialog label small { color: var(--soft); font-weight: 400; }
dialog :is(input, textarea) { width: 100%; padding: 0.5rem 0.7rem; border: 1px solid var(--field); border-radius: 7px; background: var(--page); color: var(--text); font: 0.8rem/1.5 var(--mono); }
dialog p { margin: 0; }
dialog .warn { padding: 0.5rem 0.7rem; border-radius: 7px; background: var(--bad-soft); font-size: 0.84rem; }
dialog .send { height: 36px; padding: 0 1rem; border: 0; border-radius: 7px; background: var(--accent); color: var(--on-accent); font: 500 0.875rem/1 var(--sans); cursor: pointer; }
dialog .send:disabled { opacity: 0.6; }
dialog .outcome { font-size: 0.84rem; font-weight: 600; }
dialog .outcome[data-tone="good"] { color: var(--post); } dialog .outcome[data-tone="bad"] { color: var(--delete); }
dialog pre { max-height: 20rem; margin-top: 0.5rem; overflow: auto; border: 1px solid var(--line); border-radius: 7px; background: var(--page); }

@media (min-width: 60rem) {
  body:not(.small-page) { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); grid-template-rows: auto 1fr; }
  .bar { grid-column: 1 / -1; }
  .bar .brand { min-width: 16.25rem; }
  aside { position: sticky; top: 57px; height: calc(100vh - 57px); overflow-y: auto; scrollbar-width: thin; }
}
@media (min-width: 84rem) {
  .operation { grid-template-columns: minmax(0, 1fr) minmax(27rem, 0.72fr); }
  .samples { position: sticky; top: 4.75rem; align-self: start; }
}
@media (max-width: 59.99rem) {
  .bar { flex-wrap: wrap; gap: 0.5rem 0.75rem; padding: 0.5rem 1rem; }
  .links { display: none; }
  .search { order: 3; flex: 1 0 100%; }
  .search > kbd, .found .keys { display: none; }
  .found { width: 100%; }
  aside { border: 0; }
  .menu { display: block; margin-left: auto; padding: 0.35rem 0.9rem; border: 1px solid var(--line); border-radius: 7px; background: var(--panel); font-size: 0.85rem; cursor: pointer; }
  .bar:has(~ #menu:focus-visible) .menu { outline: 2px solid var(--accent); outline-offset: 2px; }
  aside nav { display: none; padding: 0.75rem 0.5rem 1.2rem; border-bottom: 1px solid var(--line); font-size: 0.95rem; }
  #menu:checked ~ aside nav { display: block; }
  nav a { padding: 0.5rem; }
  html { scroll-padding-top: 7.25rem; }
}
@media (max-width: 36rem) {
  main { padding-top: 1.8rem; }
  .group { margin-top: 3.2rem; }
  .fields th, .fields td, .fields.wide th { display: block; width: auto; padding: 0; }
  .fields tr { display: block; padding: 0.6rem 0; }
  .fields .mark { display: inline; margin-left: 0.6rem; }
}
@media print { .bar, aside, #menu, dialog { display: none; } figure { break-inside: avoid; } }
`
