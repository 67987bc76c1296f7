import type { Locale, Policy } from 'souk-contract'
import type { MailFacts, MailKind } from '../../db/tables/mail-tables.ts'
import type { Id } from '../../lib/ids.ts'
import type { Vault } from '../../lib/secrets.ts'
import type { MailMessage } from '../../ports/mailer.ts'
import { accentsOf, framedHtml, signatureOf } from '../html/brand-frame.ts'
import { factKinds, factText } from './fact-kinds.ts'
import { fillHtml, fillText, type Values } from './fill-template.ts'
import { letterContent, noticeContent } from '../html/mail-html.ts'
import type { TemplateFiles } from './template-files.ts'
import { builtInMails } from './template-texts.ts'
import { unsubscribeToken } from '../unsubscribe.ts'

interface Mail {
  readonly id: Id<'mail'>
  readonly kind: MailKind
  readonly recipient: string
  readonly facts: MailFacts
  readonly user_id: Id<'usr'> | null
  readonly topic: string | null
  /** Language of the account with this address. */
  readonly locale: Locale | null
  readonly time_zone: string | null
  /** One-time token of the link, if the mail has one. */
  readonly token: string | undefined
}

interface MailContext {
  readonly origin: string
  readonly policy: Policy
  readonly vault: Vault
  readonly mailTemplates: TemplateFiles
}

/** Headers keep automatic replies and loops away; a stable id lets receivers drop the copy of a repeated attempt. */
export function renderMail(mail: Mail, context: MailContext): MailMessage {
  const { origin, policy, vault, mailTemplates } = context
  const topic =
    mail.user_id === null || mail.topic === 'security' || mail.topic === 'digest' ? null : mail.topic
  const unsubscribe =
    topic === null || mail.user_id === null
      ? ''
      : `${origin}/mail/unsubscribe?token=${unsubscribeToken(vault, mail.user_id, topic)}`
  const values = { ...valuesOf(mail, origin, unsubscribe), market: policy.marketName }
  const locale = mail.locale ?? 'en'
  const sender = { policy, origin, locale }
  const builtIn = builtInMails[locale][mail.kind]
  const own = (part: string) =>
    mailTemplates.get(`${locale}/${mail.topic ?? ''}.${part}`) ??
    mailTemplates.get(`${locale}/${mail.kind}.${part}`)
  const [ownText, ownHtml] = [own('txt'), own('html')]
  const text = fillText(ownText ?? builtIn.text, values)
  const subject = fillText(own('subject') ?? builtIn.subject, values).replaceAll(/\s+/g, ' ')
  const contentOf = mail.kind === 'notification' && ownText === undefined ? noticeContent : letterContent
  const parts = { kind: mail.kind, locale, subject, text, values, accent: accentsOf(policy).light }
  return {
    to: mail.recipient,
    sender: policy.mailSender ?? policy.marketName,
    messageId: `<${mail.id}@${new URL(origin).hostname}>`,
    subject,
    text: ownText === undefined ? `${text.trimEnd()}\n\n${signatureOf(sender)}` : text,
    html: ownHtml === undefined ? framedHtml(sender, contentOf(parts)) : fillHtml(ownHtml, values),
    headers: {
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe === ''
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  }
}

/** Facts that only the HTML part uses. */
const htmlFacts = ['step', 'shortDeadline', 'handle']

const tokenPages: Readonly<Partial<Record<MailKind, string>>> = {
  'verify-email': 'verify-email',
  'reset-password': 'reset-password',
}

function valuesOf(mail: Mail, origin: string, unsubscribe: string): Values {
  const { kind, facts, token } = mail
  const reader = { locale: mail.locale ?? 'en', timeZone: mail.time_zone ?? 'UTC', origin }
  const page = tokenPages[kind]
  const shown = Object.entries(factKinds[kind]).map(([name, factKind]) => [
    name,
    factText(factKind, facts[name] ?? '', reader),
  ])
  return {
    ...Object.fromEntries(shown),
    subject: subjectOf(facts),
    ...Object.fromEntries(htmlFacts.map((name) => [name, facts[name] ?? ''])),
    origin,
    settings: `${origin}/settings/notifications`,
    unsubscribe,
    link:
      page === undefined
        ? `${origin}${facts['href'] ?? '/notifications'}`
        : `${origin}/${page}?token=${token ?? ''}`,
  }
}

/** The change, without the period of its sentence, and the title. */
function subjectOf({ change = '', title = '' }: MailFacts): string {
  const sentence = change.replace(/\.$/, '')
  return title === '' ? sentence : `${sentence}: ${title}`
}
