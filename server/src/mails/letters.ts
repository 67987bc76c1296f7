import type { MailFacts, MailKind } from '../db/schema.ts'
import type { Letter } from '../ports/mailer.ts'

export interface Mail {
  readonly kind: MailKind
  readonly recipient: string
  readonly facts: MailFacts
  /** The one-time token of the link, where the mail has one. */
  readonly token: string | undefined
}

type Writer = (mail: Mail, origin: string) => { subject: string; lines: string[] }

/** Every mail we send, in plain words and plain text. */
const writers: Record<MailKind, Writer> = {
  'verify-email': (mail, origin) => ({
    subject: 'Verify your email address',
    lines: [
      `Hello ${mail.facts['displayName'] ?? ''},`,
      'open this link to verify your email address. It works for 24 hours:',
      link(origin, 'verify-email', mail.token),
      'If you did not create an account, ignore this mail.',
    ],
  }),
  'reset-password': (mail, origin) => ({
    subject: 'Set a new password',
    lines: [
      `Hello ${mail.facts['displayName'] ?? ''},`,
      'open this link to set a new password. It works once, for 30 minutes:',
      link(origin, 'reset-password', mail.token),
      'If you did not ask for it, ignore this mail; your password stays as it is.',
    ],
  }),
  'password-changed': (mail, origin) => ({
    subject: 'Your password was changed',
    lines: [
      `Hello ${mail.facts['displayName'] ?? ''},`,
      'your password was changed and you were signed out everywhere else.',
      `If that was not you, set a new one at once: ${origin}/reset-password`,
    ],
  }),
  'organization-invitation': (mail, origin) => ({
    subject: `Invitation to ${mail.facts['organization'] ?? 'an organization'}`,
    lines: [
      'Hello,',
      `${mail.facts['invitedBy'] ?? 'Somebody'} invites you to join ${mail.facts['organization'] ?? ''} as ${mail.facts['role'] ?? ''}.`,
      `Sign in with this address, verify it, and answer here within 14 days: ${origin}/invitations`,
    ],
  }),
}

export function writeLetter(mail: Mail, origin: string): Letter {
  const { subject, lines } = writers[mail.kind](mail, origin)
  return { to: mail.recipient, subject, text: `${lines.join('\n\n')}\n` }
}

function link(origin: string, page: string, token: string | undefined): string {
  return `${origin}/${page}?token=${token ?? ''}`
}
