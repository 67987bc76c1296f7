/** Stylesheet of pages outside of the web app, with its colors. Served as a file because the content security policy forbids inline styles. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --page: #faf8f4; --panel: #ffffff; --side: #f4efe7; --line: #e9e3d8; --field: #958b79; --text: #1c1914; --soft: #595145;
  --accent: #0e5a63; --on-accent: #ffffff; --code: #f4efe7; --ink: #1c1914; --ink-text: #f3eee4; --ink-soft: #bbb2a2;
  --get: #0e5a63; --post: #1b6838; --patch: #855600; --put: #4a45a0; --delete: #a3271c; --mark: #e6f0ef;
  --play: #4a45a0; --play-soft: #eeedf9; --play-line: #cfccee; --bad-soft: #fcebe8;
  --sans: "Geist Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: "Geist Mono Variable", ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --display: "Bricolage Grotesque Variable", var(--sans);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #131210; --panel: #1a1916; --side: #0d0c0a; --line: #2a2723; --field: #746b5d; --text: #f3eee4; --soft: #bbb2a2;
    --accent: #7accd0; --on-accent: #06282c; --code: #2a2722; --ink: #0d0c0a; --ink-text: #f3eee4; --ink-soft: #a1988a;
    --get: #7accd0; --post: #82d09d; --patch: #ebb750; --put: #b3affa; --delete: #f49c91; --mark: #15302f;
    --play: #b3affa; --play-soft: #22203c; --play-line: #3d3a68; --bad-soft: #361814;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.6 var(--sans); }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font-family: var(--mono); font-size: 0.86em; }
p code, article code { background: var(--code); border-radius: 4px; padding: 0.12em 0.35em; overflow-wrap: anywhere; }
h1, h2, h3 { font-family: var(--display); font-weight: 600; line-height: 1.2; letter-spacing: -0.02em; text-wrap: balance; }
h3 a, .brand { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }

aside { background: var(--side); border-right: 1px solid var(--line); }
aside header { display: flex; align-items: center; justify-content: space-between; padding: 1.1rem 1.25rem 0.6rem; }
.brand { font: 600 1.25rem/1.2 var(--display); }
.brand span { color: var(--accent); }
#menu { position: absolute; opacity: 0; pointer-events: none; }
label { display: none; }
nav { padding: 0.4rem 0.75rem 2rem; font-size: 0.85rem; }
nav summary { cursor: pointer; padding: 0.35rem 0.5rem; font-weight: 600; list-style: none; }
nav summary::-webkit-details-marker { display: none; }
nav summary::after { content: "+"; float: right; color: var(--soft); font-weight: 400; }
nav details[open] > summary::after { content: "–"; }
nav ul { list-style: none; margin: 0 0 0.6rem; padding: 0; }
nav a { display: flex; gap: 0.6rem; align-items: baseline; padding: 0.18rem 0.5rem; border-radius: 6px; color: var(--text); text-decoration: none; }
nav a:hover { background: var(--code); }
nav a span:last-child { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
nav .method { flex: none; width: 4.1em; border: 0; padding: 0; background: none; font-size: 0.62rem; text-align: left; }
nav .more { border-top: 1px solid var(--line); padding-top: 0.6rem; font-weight: 600; }

main { min-width: 0; padding: 2.5rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 88rem; }
.introduction h1 { font-size: clamp(2.2rem, 5vw, 3.2rem); margin: 0; }
.lead { font-size: 1.15rem; color: var(--soft); margin: 0.6rem 0 1.2rem; max-width: 46rem; text-wrap: pretty; }
.facts { display: flex; flex-wrap: wrap; gap: 0.4rem 1.6rem; margin: 0 0 2rem; font-size: 0.9rem; color: var(--soft); }
.facts code { color: var(--text); }
.notes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.notes article { background: var(--panel); padding: 1.1rem 1.3rem 1.2rem; }
.notes h2 { font-size: 1.1rem; margin: 0 0 0.4rem; }
.notes p { margin: 0; font-size: 0.9rem; line-height: 1.65; }

.group { margin-top: 4.5rem; }
.group > h2 { font-size: 1.9rem; margin: 0; padding-bottom: 0.7rem; border-bottom: 2px solid var(--text); }
.operation, .schema { padding: 2.2rem 0 2.4rem; border-bottom: 1px solid var(--line); }
.schema { max-width: 60rem; }
.operation { display: grid; gap: 1.2rem 2.5rem; }
.words { min-width: 0; }
.words > p { max-width: 44rem; margin: 0.7rem 0; }
.operation h3, .schema h3 { margin: 0; font-size: 1.3rem; }
.operation:target h3 a, .schema:target h3 a { background: var(--mark); box-shadow: 0 0 0 0.3em var(--mark); }
.address { display: flex; gap: 0.7rem; align-items: baseline; }
.address code { background: none; padding: 0; font-size: 0.95rem; overflow-wrap: anywhere; }
.method { flex: none; font: 700 0.68rem/1 var(--mono); letter-spacing: 0.04em; padding: 0.34em 0.55em; border: 1px solid currentColor; border-radius: 5px; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); } .put { color: var(--put); } .delete { color: var(--delete); }
.who { color: var(--soft); font-size: 0.9rem; }
.who b { margin-right: 0.5em; color: var(--text); font-weight: 600; }
h4 { margin: 1.8rem 0 0.4rem; font: 600 0.76rem/1.4 var(--sans); letter-spacing: 0.08em; text-transform: uppercase; color: var(--soft); }
h4 code { text-transform: none; letter-spacing: 0; font-size: 1em; }

.fields { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
.fields tr { border-top: 1px solid var(--line); }
.fields > tbody > tr:last-child { border-bottom: 1px solid var(--line); }
.fields th, .fields td { padding: 0.6rem 0; text-align: left; vertical-align: top; font-weight: 400; }
.fields th { width: 11rem; padding-right: 1.2rem; }
.fields th code { font-weight: 600; overflow-wrap: anywhere; }
.fields td p { margin: 0.2rem 0 0; }
.fields tr:target { background: var(--mark); }
.type { font: 0.8rem/1.6 var(--mono); color: var(--soft); overflow-wrap: anywhere; }
.type code { font-size: 1em; }
.type span { font-family: var(--sans); }
.type span::before { content: " · "; }
.mark { display: block; font-size: 0.72rem; line-height: 1.4; color: var(--soft); }
.mark.required { color: var(--accent); }
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

figure { margin: 0; min-width: 0; background: var(--ink); color: var(--ink-text); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
figcaption { padding: 0.6rem 1rem 0; font: 0.75rem/1.5 var(--mono); color: var(--ink-soft); }
pre { margin: 0; font-size: 0.77rem; padding: 0.6rem 1rem 1rem; line-height: 1.6; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { font-size: 1em; }

@media (min-width: 60rem) {
  body:not(.small-page) { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  aside { position: sticky; top: 0; height: 100vh; overflow-y: auto; scrollbar-width: thin; }
  aside header { position: sticky; top: 0; background: var(--side); z-index: 1; }
}
@media (min-width: 84rem) {
  .operation { grid-template-columns: minmax(0, 1fr) minmax(29rem, 0.72fr); }
  figure { position: sticky; top: 1.5rem; align-self: start; }
}
@media (max-width: 59.99rem) {
  aside { border: 0; border-bottom: 1px solid var(--line); }
  aside header { padding: 0.8rem clamp(1rem, 4vw, 3.5rem); }
  label { display: block; cursor: pointer; padding: 0.35rem 0.9rem; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); font-size: 0.85rem; }
  #menu:focus-visible ~ aside label { outline: 2px solid var(--accent); outline-offset: 2px; }
  nav { display: none; padding: 0 clamp(0.5rem, 3vw, 3rem) 1.2rem; font-size: 0.95rem; }
  #menu:checked ~ aside nav { display: block; }
  nav a { padding: 0.4rem 0.5rem; }
}
@media (max-width: 36rem) {
  main { padding-top: 1.8rem; }
  .group { margin-top: 3.2rem; }
  .fields th, .fields td { display: block; width: auto; padding: 0; }
  .fields tr { display: block; padding: 0.6rem 0; }
  .fields .mark { display: inline; margin-left: 0.6rem; }
}
@media print { aside, #menu { display: none; } figure { break-inside: avoid; } }
`
