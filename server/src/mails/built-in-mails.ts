import type { MailKind } from '../db/mail-tables.ts'

interface MailTemplate {
  readonly subject: string
  readonly text: string
}

/** The mails of one language. */
export type BuiltInMails = Readonly<Record<MailKind, MailTemplate>>
