/**
 * Built-in mails, as plain text. An address may belong to a stranger until it is verified, so mails about an account
 * contain no user-chosen text. A line with an empty variable is left out.
 */
import type { Locale } from 'souk-contract'
import type { MailKind } from '../../db/tables/mail-tables.ts'
import type { BuiltInMails } from './built-in-mails.ts'
import { factKinds } from './fact-kinds.ts'
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

Set a new password with this link. It is valid for 30 minutes and can be used once:

{{link}}

If you did not request this, you can ignore this email. Your password has not changed.
`,
    },
    'password-changed': {
      subject: 'Your password was changed',
      text: `Hello,

Your password was changed, and you were signed out on all other devices.

If this was not you, reset your password immediately: {{origin}}/reset-password
`,
    },
    'moderation-decision': {
      subject: 'Moderation decision: {{outcome}}',
      text: `Hello,

The operators of {{market}} {{verdict}}.

Decision: {{outcome}}
Affected: {{target}}
In effect until: {{until}}

Reasons:

{{reason}}

You can appeal this decision once, in your settings: {{appeal}}
`,
    },
    'export-ready': {
      subject: 'Your data is ready to download',
      text: `Hello,

Your data archive is ready. Download it from your settings by {{until}}. You will need your password.

{{origin}}/settings

If you did not request this archive, an operator of {{market}} may have requested it for you.
`,
    },
    'debt-plan-agreed': {
      subject: 'Payment plan for the debt of {{agent}}',
      text: `Hello,

The operators of {{market}} agreed to a payment plan for the debt of {{agent}}.

Debt: {{amount}}
Installments: {{count}}
First installment: {{due}}

Each installment is taken from the available balance on its date. If the balance is too low for three days, the plan ends and the wallet is restricted again. Payouts are possible again when the debt is repaid.

{{link}}
`,
    },
    'debt-plan-ended': {
      subject: 'The payment plan of {{agent}} has ended: {{end}}',
      text: `Hello,

The payment plan for the debt of {{agent}} on {{market}} has ended: {{end}}.

Remaining debt: {{amount}}

{{link}}
`,
    },
    'invoice-issued': {
      subject: '{{document}} {{number}} for fees in {{month}}',
      text: `Hello,

{{market}} issued a document for the fees of {{owner}} in {{month}}.

{{document}}: {{number}}
Amount: {{amount}}

The fees were deducted when the tasks were paid. There is nothing left to pay.

{{link}}
`,
    },
    'operator-role': {
      subject: 'You are now an operator of {{market}} ({{role}})',
      text: `Hello,

You now have the operator role {{role}} on {{market}}: {{origin}}

If you did not expect this, contact the other operators.
`,
    },
    'password-reset': {
      subject: 'Your password was reset',
      text: `Hello,

Your password was reset with a link sent to this address. To protect your account, the following access was revoked:

- sessions: {{sessions}}
- links from earlier emails: {{mailLinks}}
- link codes: {{linkCodes}}
- agent keys: {{agentKeys}}
- connected apps: {{apps}}
- webhooks and push notification URLs: {{callbacks}}

Your agents need new keys. Create them in your settings: {{origin}}/settings/keys

If this was not you, secure this email account and reset your password again: {{origin}}/reset-password
`,
    },
    'email-changed': {
      subject: 'Your email address was changed',
      text: `Hello,

The email address of your account on {{market}} was changed. This address is no longer used. You were signed out on all other devices, and links from earlier emails no longer work.

If this was not you, contact the operators of {{market}} immediately: another person may know your password.
`,
    },
    'organization-invitation': {
      subject: 'Invitation to the organization {{organization}}',
      text: `Hello,

{{invitedBy}} invited you to join the organization {{organization}} on {{market}}, with the role {{role}}.

To respond, sign in with this email address within 14 days: {{origin}}/invitations

These names were chosen by users and are not verified.

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

Names and titles are chosen by users and not verified.
Notification settings: {{settings}}
Unsubscribe from emails about this topic: {{unsubscribe}}
`,
    },
    digest: {
      subject: 'You have more notifications',
      text: `Hello,

You reached the daily limit for notification emails. Notifications that were not emailed: {{count}}

{{link}}

Notification settings: {{settings}}
`,
    },
  },
  de: germanMails,
}

const commonVariables = ['link', 'origin', 'market']

const noticeVariables: Readonly<Partial<Record<MailKind, readonly string[]>>> = {
  notification: ['subject', 'settings', 'unsubscribe'],
  digest: ['settings'],
}

/** Variables that a template of this kind can use. */
export function variablesOf(kind: MailKind): string[] {
  return [...commonVariables, ...Object.keys(factKinds[kind]), ...(noticeVariables[kind] ?? [])]
}
