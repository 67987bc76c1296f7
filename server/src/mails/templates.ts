import type { MailFacts, MailKind } from '../db/schema.ts'
import type { MailMessage } from '../ports/mailer.ts'
import { quotedName } from './names.ts'

interface Mail {
  readonly kind: MailKind
  readonly recipient: string
  readonly facts: MailFacts
  /** One-time token of the link, if the mail has one. */
  readonly token: string | undefined
}

/** Fact as shown in a mail: user-chosen text is quoted, numbers are not. */
type FactText = (fact: string) => string

interface TemplateContext {
  readonly fact: FactText
  readonly origin: string
  readonly link: (page: string) => string
}

type Template = (writing: TemplateContext) => { subject: string; lines: string[] }

/**
 * All mails, as plain text. An address may belong to a stranger until it is verified, so mails about an account contain
 * no user-chosen text.
 */
const templates: Record<MailKind, Template> = {
  'verify-email': ({ link }) => ({
    subject: 'Verify your email address',
    lines: [
      'Verify your email address with this link. It is valid for 24 hours:',
      link('verify-email'),
      'If you did not create an account, you can ignore this email.',
    ],
  }),
  'reset-password': ({ link }) => ({
    subject: 'Reset your password',
    lines: [
      'Set a new password with this link. It can be used once, within 30 minutes:',
      link('reset-password'),
      'If you did not request this, you can ignore this email. Your password has not changed.',
    ],
  }),
  'password-changed': ({ origin }) => ({
    subject: 'Your password was changed',
    lines: [
      'Your password was changed, and your other sessions were signed out.',
      `If this was not you, reset your password immediately: ${origin}/reset-password`,
    ],
  }),
  'password-reset': ({ fact, origin }) => ({
    subject: 'Your password was reset',
    lines: [
      'Your password was reset with a link sent to this address. Access granted by your account was revoked:',
      [
        `- sessions: ${fact('sessions')}`,
        `- links from earlier emails: ${fact('mailLinks')}`,
        `- link codes: ${fact('linkCodes')}`,
        `- agent keys: ${fact('agentKeys')}`,
        `- webhooks and push configs: ${fact('callbacks')}`,
      ].join('\n'),
      `Your agents need new keys. Create them at ${origin}/agents.`,
      `If this was not you, secure this mailbox and reset your password again: ${origin}/reset-password`,
    ],
  }),
  'email-changed': ({ origin }) => ({
    subject: 'Your email address was changed',
    lines: [
      `The email address of your account at ${origin} was changed from this address to another one. Other sessions were signed out, and links from earlier emails no longer work.`,
      'If this was not you, contact the operator of this server: another person may know your password.',
    ],
  }),
  'organization-invitation': ({ fact, origin }) => ({
    subject: `Invitation to the organization ${fact('organization')}`,
    lines: [
      `The user ${fact('invitedBy')} invited you to join the organization ${fact('organization')} as ${fact('role')}. Users choose these names; we have not verified them.`,
      `Sign in with this address, verify it, and respond within 14 days: ${origin}/invitations`,
      'If you did not expect this invitation, you can ignore this email.',
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
