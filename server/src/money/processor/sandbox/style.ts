/** Styles of the hosted pages, on top of those of the API reference. Play money is hatched, as in the web app. */
export const sandboxStyle = `
.small-page { display: block; }
.small-page main { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
.sandbox { display: block; margin: 0 0 1rem; padding: 0.6rem 1rem; border: 1px solid var(--play-line); border-radius: 10px; background: repeating-linear-gradient(135deg, var(--play-soft) 0 12px, var(--page) 12px 24px); color: var(--play); font-size: 0.85rem; }
.sheet { padding: 1.5rem; border: 1px solid var(--line); border-radius: 14px; background: var(--panel); }
.small-page h1 { margin: 0 0 0.4rem; font-size: 1.65rem; font-variant-numeric: tabular-nums; }
.small-page p { margin: 0 0 1rem; color: var(--soft); font-size: 0.95rem; }
.small-page .sandbox { color: var(--play); font-size: 0.85rem; }
.small-page .problem { padding: 0.6rem 0.9rem; border-radius: 8px; background: var(--bad-soft); color: var(--delete); }
.small-page fieldset { margin: 1.2rem 0; padding: 0; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.small-page legend { float: left; width: 100%; padding: 0.7rem 1rem; border-bottom: 1px solid var(--line); font-size: 0.85rem; font-weight: 600; }
.small-page legend + * { clear: both; }
.small-page label { display: flex; gap: 0.8rem; align-items: baseline; padding: 0.65rem 1rem; border: 0; border-top: 1px solid var(--line); border-radius: 0; background: none; color: var(--soft); font-size: 0.85rem; line-height: 1.4; cursor: pointer; }
.small-page label:first-of-type { border-top: 0; }
.small-page label:hover { background: var(--side); }
.small-page label:has(:checked) { background: var(--mark); }
.small-page label code { display: block; padding: 0; background: none; color: var(--text); font-size: 0.9rem; white-space: nowrap; }
.small-page summary { padding: 0.65rem 1rem; border-top: 1px solid var(--line); color: var(--accent); font-size: 0.85rem; font-weight: 600; cursor: pointer; }
.small-page details label:first-of-type { border-top: 1px solid var(--line); }
.small-page input[type="radio"] { flex: none; accent-color: var(--accent); }
.small-page button { width: 100%; min-height: 2.75rem; padding: 0.7rem 1.4rem; border: 1px solid var(--accent); border-radius: 8px; background: var(--accent); color: var(--on-accent); font: 600 1rem/1.2 var(--sans); cursor: pointer; }
.small-page button.second { margin-top: 0.6rem; border-color: var(--field); background: none; color: var(--text); }
.small-page :is(button, input, a):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.small-page .back { margin: 1rem 0 0; text-align: center; }
`
