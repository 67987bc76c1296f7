/** The brand in built-in mails: logo or name of the marketplace, its color and its links. Pure. */
import { accentTokens, type Locale, type Policy } from 'souk-contract'
import { html, Markup, type Content } from '../../lib/html.ts'
import { inline, styleSheet } from './mail-styles.ts'

interface Sender {
  readonly policy: Policy
  readonly origin: string
  readonly locale: Locale
}

export interface MailContent {
  /** First words in the list of mails. */
  readonly preview: string
  /** Agent that the mail is for. */
  readonly reader: string
  readonly bar: Markup | undefined
  readonly body: Content
  /** Why the reader gets the mail, and how to stop it. */
  readonly notes: Content
}

const labels: Readonly<Record<Locale, Readonly<Record<'help' | 'email' | 'legal' | 'privacy', string>>>> = {
  en: { help: 'Help', email: 'Email support', legal: 'Legal notice', privacy: 'Privacy' },
  de: { help: 'Hilfe', email: 'E-Mail an den Support', legal: 'Impressum', privacy: 'Datenschutz' },
}

type LabeledLink = readonly [label: string, target: string]

function linksOf({ policy, locale }: Sender): LabeledLink[] {
  const { legalUrl, privacyUrl, supportUrl, supportEmail } = policy
  const { help, email, legal, privacy } = labels[locale]
  const links: readonly (readonly [string, string | null])[] = [
    [help, supportUrl],
    [email, supportEmail],
    [legal, legalUrl],
    [privacy, privacyUrl],
  ]
  return links.flatMap(([label, target]): LabeledLink[] => (target === null ? [] : [[label, target]]))
}

/** The last lines of the text part. */
export function signatureOf(sender: Sender): string {
  const links = linksOf(sender).map(([label, target]) => `${label}: ${target}`)
  return ['-- ', sender.policy.marketName, sender.origin, ...links, ''].join('\n')
}

/** The accent of the design. */
const petrol = {
  light: { ...accentTokens('#0e5a63').light, onAccent: '#ffffff' },
  dark: { ...accentTokens('#7accd0').dark, onAccent: '#06282c' },
}

export const accentsOf = ({ accentColor }: Policy) =>
  accentColor === null ? petrol : accentTokens(accentColor)

/** The HTML part around its content. */
export function framedHtml(sender: Sender, { preview, reader, bar, body, notes }: MailContent): string {
  const { policy, locale } = sender
  const links = linksOf(sender).map(
    ([label, target]) => html` · <a class="m-link" href="${hrefOf(target)}">${label}</a>`,
  )
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <style>
          ${new Markup(styleSheet(accentsOf(policy)))}
        </style>
      </head>
      <body class="m-page" style="${inline.page}">
        <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
          <tr>
            <td class="m-page" align="center" style="${inline.outer}">
              <table
                role="presentation"
                width="600"
                cellpadding="0"
                cellspacing="0"
                style="width:100%;max-width:600px"
              >
                <tr>
                  <td style="padding:0 8px 14px">${headerOf(sender, reader)}</td>
                </tr>
                <tr>
                  <td class="m-card" style="${inline.card}">
                    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
                      ${bar}
                      <tr>
                        <td class="m-pad" style="${inline.body}">${body}</td>
                      </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td class="m-soft" style="${inline.foot}">
                    ${notes === undefined ? undefined : html`${notes}<br />`}${policy.marketName}${links}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `.text
}

/** Mail programs show PNG, but not SVG and not always WebP; the arch of the design is a cell with round corners. */
function headerOf({ policy, origin }: Sender, reader: string): Markup {
  const { marketName, logo } = policy
  const { accent } = accentsOf(policy).light
  const hasImage = logo?.mediaType === 'image/png'
  const arch = `width:20px;height:22px;background:${accent};border-radius:10px 10px 3px 3px;color:#e2a02b;font:10px/22px sans-serif`
  const mark = hasImage
    ? html`<img src="${origin}${logo.path}" alt="${marketName}" height="28" style="border:0" />`
    : marketName
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
    <tr>
      ${hasImage ? undefined : html`<td width="20" height="22" align="center" style="${arch}">✦</td>`}
      <td style="padding-left:${hasImage ? 0 : 8}px">
        <a class="m-ink" href="${origin}" style="${inline.brand}">${mark}</a>
      </td>
      <td class="m-soft" align="right" style="${inline.reader}">${reader}</td>
    </tr>
  </table>`
}

function hrefOf(target: string): string {
  return target.includes('://') ? target : `mailto:${target}`
}
