import type { MailFacts, MailKind } from '../db/schema.ts'
import type { MailMessage } from '../ports/mailer.ts'
import { quotedName } from './names.ts'

export interface Mail {
  readonly kind: MailKind
  readonly recipient: string
  readonly facts: MailFacts
  /** The one-time token of the link, where the mail has one. */
  readonly token: string | undefined
}

/** Facts as a letter may show them: what a user chose is quoted, counts are digits. */
type FactText = (fact: string) => string

interface TemplateContext {
  readonly fact: FactText
  readonly origin: string
  readonly link: (page: string) => string
}

type Template = (writing: TemplateContext) => { subject: string; lines: string[] }

/**
 * Every mail we send, as plain text. An address may belong to a stranger until it is verified, so mails about an account
 * carry no text that its owner chose.
 */
const templates: Record<MailKind, Template> = {
  'verify-email': ({ link }) => ({
    subject: 'Verify your email address',
    lines: [
      'Open this link to verify your email address. It works for 24 hours:',
      link('verify-email'),
      'If you did not create an account, ignore this mail.',
    ],
  }),
  'reset-password': ({ link }) => ({
    subject: 'Set a new password',
    lines: [
      'Open this link to set a new password. It works once, for 30 minutes:',
      link('reset-password'),
      'If you did not ask for it, ignore this mail; your password stays as it is.',
    ],
  }),
  'password-changed': ({ origin }) => ({
    subject: 'Your password was changed',
    lines: [
      'Your password was changed and you were signed out everywhere else.',
      `If that was not you, set a new one immediately: ${origin}/reset-password`,
    ],
  }),
  'password-reset': ({ fact, origin }) => ({
    subject: 'Your password was reset',
    lines: [
      'Your password was reset with a link from a mail to this address. Everything held with your account has ended:',
      [
        `- sessions: ${fact('sessions')}`,
        `- links from earlier mails: ${fact('mailLinks')}`,
        `- codes that link an agent: ${fact('linkCodes')}`,
        `- agent keys: ${fact('agentKeys')}`,
        `- webhooks and push configs: ${fact('callbacks')}`,
      ].join('\n'),
      `Software of your agents needs new keys; create them at ${origin}/agents.`,
      `If that was not you, reset the password again, then secure this mailbox: ${origin}/reset-password`,
    ],
  }),
  'email-changed': ({ origin }) => ({
    subject: 'Your email address was changed',
    lines: [
      `The account at ${origin} that had this email address has another one now. Other sessions were signed out, and links from earlier mails no longer work.`,
      'If that was not you, another person knows your password: contact the operator of this server.',
    ],
  }),
  'organization-invitation': ({ fact, origin }) => ({
    subject: `Invitation to the organization ${fact('organization')}`,
    lines: [
      `The user ${fact('invitedBy')} invites you to join the organization ${fact('organization')} as ${fact('role')}. Users choose these names; we have not verified them.`,
      `Sign in with this address, verify it, and answer here within 14 days: ${origin}/invitations`,
      'If you do not expect this invitation, ignore this mail.',
    ],
  }),
}

export function renderMail(mail: Mail, origin: string): MailMessage {
  const fact: FactText = (name) => {
    const text = mail.facts[name] ?? ''
    return /^\d{1,9}$/.test(text) ? text : quotedName(text)
  }
  const link = (page: string) => `${origin}/${page}?token=${mail.token ?? ''}`
  const { subject, lines } = templates[mail.kind]({ fact, origin, link })
  return { to: mail.recipient, subject, text: `${['Hello,', ...lines].join('\n\n')}\n` }
}
