/** Styles of the hosted pages, on top of those of the API reference. */
export const sandboxStyle = `
.small-page { display: block; }
.small-page main { max-width: 38rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
.small-page h1 { font-size: clamp(1.8rem, 5vw, 2.4rem); margin: 1.5rem 0 0.5rem; }
.sandbox { margin: 0; padding: 0.5rem 0.9rem; border: 1px solid var(--line); border-radius: 8px; background: var(--mark); font-size: 0.9rem; }
.problem { padding: 0.6rem 0.9rem; border-left: 4px solid var(--delete); background: var(--panel); }
.small-page fieldset { margin: 1.2rem 0; padding: 0.4rem 1rem 0.8rem; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); }
.small-page legend { padding: 0 0.4rem; font-weight: 600; }
.small-page label { display: flex; gap: 0.8rem; align-items: baseline; padding: 0.55rem 0; border: 0; border-radius: 0; border-top: 1px solid var(--line); background: none; font-size: 0.95rem; cursor: pointer; }
.small-page label:first-of-type { border-top: 0; }
.small-page label code { display: block; font-size: 0.95rem; white-space: nowrap; }
.small-page input[type="radio"] { flex: none; accent-color: var(--accent); }
.small-page button { padding: 0.7rem 1.4rem; border: 1px solid var(--accent); border-radius: 8px; background: var(--accent); color: var(--page); font: 600 1rem/1.2 var(--sans); cursor: pointer; }
.small-page button.second { background: none; color: var(--text); border-color: var(--line); }
.small-page :is(button, input):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`
