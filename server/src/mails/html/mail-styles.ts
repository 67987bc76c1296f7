/**
 * The only place for the look of mails. Mail programs drop style sheets, so the light theme is inline; those that keep
 * the style sheet show the dark theme and the narrow layout.
 */
import type { AccentTokens, ThemeName } from 'souk-contract'

const sans = "Geist,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const display = `'Bricolage Grotesque',${sans}`

/** Inline styles of the light theme, by class. */
export const inline = {
  page: 'margin:0;background:#f4efe7',
  outer: 'padding:24px 8px 28px;background:#f4efe7',
  brand: `font:700 18px/1.2 ${display};color:#1c1914;text-decoration:none`,
  reader: `font:13px/1.4 ${sans};color:#595145`,
  card: 'background:#ffffff;border:1px solid #e9e3d8;border-radius:14px;overflow:hidden',
  bar: `padding:11px 32px;background:#fcf2dd;border-bottom:1px solid #ecd5a3;font:14px/1.4 ${sans};color:#855600`,
  body: 'padding:26px 32px 28px',
  title: `margin:0 0 8px;font:600 26px/1.2 ${display};letter-spacing:-0.02em;color:#1c1914`,
  lead: `margin:0 0 8px;font:15px/1.55 ${sans};color:#1c1914`,
  text: `margin:0 0 12px;font:15px/1.55 ${sans};color:#595145`,
  button: `display:block;padding:15px 20px;border-radius:10px;font:600 17px/1.2 ${sans};text-align:center;text-decoration:none`,
  url: `margin:0 0 16px;font:12px/1.5 ${sans};color:#595145;word-break:break-all`,
  box: 'width:100%;margin:18px 0 0;border:1px solid #e9e3d8;border-radius:10px;border-spacing:0',
  label: `padding:11px 16px;font:14px/1.4 ${sans};color:#595145;text-align:left;vertical-align:top`,
  value: `padding:11px 16px;font:600 14px/1.4 ${sans};color:#1c1914;text-align:right`,
  row: 'border-top:1px solid #e9e3d8',
  amount: 'color:#855600;white-space:nowrap',
  foot: `padding:16px 8px 0;font:13px/1.6 ${sans};color:#595145`,
} as const

/** `softer`: text of the second rank; the classes of the others are their names. */
export function styleSheet({ light, dark }: Readonly<Record<ThemeName, AccentTokens>>): string {
  return `:root{color-scheme:light dark}
.m-link{color:${light.accent}}
.m-button{background:${light.accent};color:${light.onAccent}}
@media (prefers-color-scheme:dark){
.m-page{background:#131210!important}
.m-card{background:#1a1916!important;border-color:#2a2723!important}
.m-ink{color:#f3eee4!important}
.m-soft{color:#bbb2a2!important}
.m-link{color:${dark.accent}!important}
.m-button{background:${dark.accent}!important;color:${dark.onAccent}!important}
.m-bar{background:#30250f!important;border-color:#5b471c!important;color:#ebb750!important}
.m-amount{color:#ebb750!important}
.m-line{border-color:#2a2723!important}
}
@media (max-width:620px){
.m-pad{padding-left:18px!important;padding-right:18px!important}
.m-title{font-size:22px!important}
}`
}
