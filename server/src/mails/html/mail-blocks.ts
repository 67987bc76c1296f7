/** Parts of the HTML of mails. Pure. */
import type { AccentTokens } from 'souk-contract'
import { html, type Content, type Markup } from '../../lib/html.ts'
import { inline } from './mail-styles.ts'

/** The amber bar of a mail that needs its reader. */
export function barOf(left: string, right: string): Markup {
  return html`<tr>
    <td class="m-bar m-pad" style="${inline.bar}">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
        <tr>
          <td style="font-weight:600;white-space:nowrap;padding-right:12px">${left}</td>
          <td align="right">${right}</td>
        </tr>
      </table>
    </td>
  </tr>`
}

export function titleOf(text: string): Markup {
  return html`<h1 class="m-ink m-title" style="${inline.title}">${text}</h1>`
}

export function leadOf(text: string): Markup {
  return html`<p class="m-ink" style="${inline.lead}">${text}</p>`
}

export function paragraphOf(content: Content): Markup {
  return html`<p class="m-soft" style="${inline.text}">${content}</p>`
}

/** The one button of a mail. It opens the marketplace and never moves money. */
export function buttonOf(label: string, href: string, { accent, onAccent }: AccentTokens): Markup {
  const colors = `background:${accent};color:${onAccent}`
  return html`<p style="margin:18px 0 0">
    <a class="m-button" href="${href}" style="${inline.button};${colors}">${label}</a>
  </p>`
}

export interface Fact {
  readonly label: string
  readonly value: string
  readonly isAmount?: boolean
}

export function factsOf(facts: readonly Fact[]): Markup | undefined {
  if (facts.length === 0) return undefined
  return html`<table class="m-line" role="presentation" cellpadding="0" style="${inline.box}">
    ${facts.map(({ label, value, isAmount }, index) => {
      const row = index === 0 ? '' : inline.row
      const color = isAmount === true ? inline.amount : ''
      return html`<tr>
        <td class="m-soft m-line" style="${inline.label};${row}">${label}</td>
        <td
          class="${isAmount === true ? 'm-amount' : 'm-ink'} m-line"
          style="${inline.value};${row};${color}"
        >
          ${value}
        </td>
      </tr>`
    })}
  </table>`
}
