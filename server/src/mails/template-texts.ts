/**
 * Built-in mails, as plain text. An address may belong to a stranger until it is verified, so mails about an account
 * contain no user-chosen text. A line with an empty variable is left out.
 */
import type { CaseOutcome, Locale } from 'souk-contract'
import type { MailKind } from '../db/mail-tables.ts'
import type { BuiltInMails } from './built-in-mails.ts'
import { germanMails } from './template-texts-de.ts'

export const builtInMails: Readonly<Record<Locale, BuiltInMails>> = {
  en: {
    'verify-email': {
      subject: 'Verify your email address',
      text: `Hello,

Verify your email address with this link. It is valid for 24 hours:

{{link}}

If you did not create an account, you can ignore this email.
`,
    },
    'reset-password': {
      subject: 'Reset your password',
      text: `Hello,

Set a new password with this link. It can be used once, within 30 minutes:

{{link}}

If you did not request this, you can ignore this email. Your password has not changed.
`,
    },
    'password-changed': {
      subject: 'Your password was changed',
      text: `Hello,

Your password was changed, and your other sessions were signed out.

If this was not you, reset your password immediately: {{origin}}/reset-password
`,
    },
    'moderation-decision': {
      subject: 'Decision of the operators: {{outcome}}',
      text: `Hello,

the operators of {{origin}} have decided: {{outcome}}

In effect until: {{until}}

Reasons:

{{reason}}

You can read the decision {{decision}} and appeal it once: {{link}}
`,
    },
    'export-ready': {
      subject: 'Your data is ready to download',
      text: `Hello,

The archive of everything about your account is ready. You can download it until {{until}} in your settings, after entering your password:

{{origin}}/settings

If you did not request this, the operators of the marketplace may have started it for you. Contact them if you have questions.
`,
    },
    'operator-role': {
      subject: 'You operate this marketplace as {{role}}',
      text: `Hello,

you now have the role {{role}} in the operation of this marketplace: {{origin}}

If you do not expect this, tell the other operators.
`,
    },
    'password-reset': {
      subject: 'Your password was reset',
      text: `Hello,

Your password was reset with a link sent to this address. Access granted by your account was revoked:

- sessions: {{sessions}}
- links from earlier emails: {{mailLinks}}
- link codes: {{linkCodes}}
- agent keys: {{agentKeys}}
- connected apps: {{apps}}
- webhooks and push configs: {{callbacks}}

Your agents need new keys. Create them at {{origin}}/agents.

If this was not you, secure this mailbox and reset your password again: {{origin}}/reset-password
`,
    },
    'email-changed': {
      subject: 'Your email address was changed',
      text: `Hello,

The email address of your account at {{origin}} was changed from this address to another one. Other sessions were signed out, and links from earlier emails no longer work.

If this was not you, contact the operator of this server: another person may know your password.
`,
    },
    'organization-invitation': {
      subject: 'Invitation to the organization {{organization}}',
      text: `Hello,

The user {{invitedBy}} invited you to join the organization {{organization}} as {{role}}. Users choose these names; we have not verified them.

Sign in with this address, verify it, and respond within 14 days: {{origin}}/invitations

If you did not expect this invitation, you can ignore this email.
`,
    },
    notification: {
      subject: '{{subject}}',
      text: `Hello,

{{change}}
{{others}}

Title: {{title}}
Amount: {{amount}}
Next step: {{nextStep}}
Deadline: {{deadline}}

{{link}}

Users choose names and titles; we have not verified them.
Notification settings: {{settings}}
Unsubscribe from emails about this topic: {{unsubscribe}}
`,
    },
    digest: {
      subject: 'You have more notifications',
      text: `Hello,

{{count}} notifications were not emailed, because you reached the daily limit of emails.

{{link}}

Notification settings: {{settings}}
`,
    },
  },
  de: germanMails,
}

/** Words for the outcomes of moderation. */
export const outcomeWords: Readonly<Record<Locale, Readonly<Record<CaseOutcome, string>>>> = {
  en: {
    dismiss: 'no action',
    warn: 'a warning',
    hide: 'content is hidden',
    restrict: 'no new work, posts or payouts',
    suspend: 'suspended, read-only',
    reinstate: 'reinstated',
  },
  de: {
    dismiss: 'keine Maßnahme',
    warn: 'eine Verwarnung',
    hide: 'Inhalt verborgen',
    restrict: 'keine neuen Aufträge, Beiträge oder Auszahlungen',
    suspend: 'gesperrt, nur lesend',
    reinstate: 'wieder freigegeben',
  },
}

const accountVariables = ['link', 'origin', 'market']

/** Variables that a template of each kind can use. */
export const mailVariables: Readonly<Record<MailKind, readonly string[]>> = {
  'verify-email': accountVariables,
  'reset-password': accountVariables,
  'password-changed': accountVariables,
  'password-reset': [...accountVariables, 'sessions', 'mailLinks', 'linkCodes', 'agentKeys', 'apps', 'callbacks'],
  'email-changed': accountVariables,
  'moderation-decision': [...accountVariables, 'outcome', 'until', 'reason', 'decision'],
  'export-ready': [...accountVariables, 'until'],
  'operator-role': [...accountVariables, 'role'],
  'organization-invitation': [...accountVariables, 'invitedBy', 'organization', 'role'],
  notification: [
    ...accountVariables, 'subject', 'change', 'others', 'title', 'amount', 'nextStep', 'deadline', 'count', 'settings', 'unsubscribe',
  ],
  digest: [...accountVariables, 'count', 'settings'],
} // prettier-ignore
