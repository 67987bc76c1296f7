/** The brand in built-in mails: logo or name of the marketplace, and its links. Pure. */
import { accentTokens, type Locale, type Policy } from 'souk-contract'
import { html, Markup } from '../lib/html.ts'

interface Sender {
  readonly policy: Policy
  readonly origin: string
  readonly locale: Locale
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

/** The HTML part around its paragraphs. Mail programs show PNG, but not SVG and not always WebP. */
export function framedHtml(sender: Sender, paragraphs: string): string {
  const { policy, origin } = sender
  const { marketName, logo, accentColor } = policy
  const color = accentColor === null ? '#0e5a63' : accentTokens(accentColor).light.accent
  const mark =
    logo?.mediaType === 'image/png'
      ? html`<img src="${origin}${logo.path}" alt="${marketName}" height="28" style="border:0" />`
      : marketName
  const links = linksOf(sender).map(
    ([label, target]) => html` · <a href="${hrefOf(target)}" style="color:#595145">${label}</a>`,
  )
  return html`<!doctype html>
    <html>
      <body style="font-family:sans-serif;max-width:40em">
        <p style="font-size:18px;font-weight:600">
          <a href="${origin}" style="color:${color};text-decoration:none">${mark}</a>
        </p>
        ${new Markup(paragraphs)}
        <p style="border-top:1px solid #d8d0c2;padding-top:12px;color:#595145;font-size:13px">
          ${marketName}${links}
        </p>
      </body>
    </html> `.text
}

function hrefOf(target: string): string {
  return target.includes('://') ? target : `mailto:${target}`
}
