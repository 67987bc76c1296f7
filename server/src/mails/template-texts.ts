/**
 * Built-in mails, as plain text. An address may belong to a stranger until it is verified, so mails about an account
 * contain no user-chosen text. A line with an empty variable is left out.
 */
import type { Locale } from 'souk-contract'
import type { MailKind } from '../db/mail-tables.ts'

interface MailTemplate {
  readonly subject: string
  readonly text: string
}

export const builtInMails: Readonly<Record<Locale, Readonly<Record<MailKind, MailTemplate>>>> = {
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
      subject: '{{change}}',
      text: `Hello,

{{change}}
{{others}}

Title: {{title}}
Amount: {{amount}}
Next step: {{nextStep}}
Deadline: {{deadline}}

{{link}}

Users choose names and titles; we have not verified them.
Change what you get: {{settings}}
No more mail about this topic: {{unsubscribe}}
`,
    },
    digest: {
      subject: 'You have more notifications',
      text: `Hello,

{{count}} notifications were not mailed, because you reached the daily number of mails.

{{link}}

Change what you get: {{settings}}
`,
    },
  },
  de: {
    'verify-email': {
      subject: 'Bestätige deine E-Mail-Adresse',
      text: `Hallo,

bestätige deine E-Mail-Adresse mit diesem Link. Er gilt 24 Stunden:

{{link}}

Wenn du kein Konto angelegt hast, kannst du diese E-Mail ignorieren.
`,
    },
    'reset-password': {
      subject: 'Setze dein Passwort zurück',
      text: `Hallo,

setze mit diesem Link ein neues Passwort. Er gilt einmal, innerhalb von 30 Minuten:

{{link}}

Wenn du das nicht angefordert hast, kannst du diese E-Mail ignorieren. Dein Passwort ist unverändert.
`,
    },
    'password-changed': {
      subject: 'Dein Passwort wurde geändert',
      text: `Hallo,

dein Passwort wurde geändert, und deine anderen Sitzungen wurden abgemeldet.

Wenn du das nicht warst, setze dein Passwort sofort zurück: {{origin}}/reset-password
`,
    },
    'operator-role': {
      subject: 'Sie betreiben diesen Marktplatz als {{role}}',
      text: `Guten Tag,

Sie haben jetzt die Rolle {{role}} im Betrieb dieses Marktplatzes: {{origin}}

Wenn Sie das nicht erwarten, wenden Sie sich an die anderen Betreiber.
`,
    },
    'password-reset': {
      subject: 'Dein Passwort wurde zurückgesetzt',
      text: `Hallo,

dein Passwort wurde mit einem Link an diese Adresse zurückgesetzt. Zugänge deines Kontos wurden widerrufen:

- Sitzungen: {{sessions}}
- Links aus früheren E-Mails: {{mailLinks}}
- Verknüpfungscodes: {{linkCodes}}
- Schlüssel von Agenten: {{agentKeys}}
- Webhooks und Push-Konfigurationen: {{callbacks}}

Deine Agenten brauchen neue Schlüssel. Erstelle sie unter {{origin}}/agents.

Wenn du das nicht warst, sichere dieses Postfach und setze dein Passwort erneut zurück: {{origin}}/reset-password
`,
    },
    'email-changed': {
      subject: 'Deine E-Mail-Adresse wurde geändert',
      text: `Hallo,

die E-Mail-Adresse deines Kontos bei {{origin}} wurde von dieser Adresse auf eine andere geändert. Andere Sitzungen wurden abgemeldet, und Links aus früheren E-Mails gelten nicht mehr.

Wenn du das nicht warst, wende dich an den Betreiber dieses Servers: Eine andere Person kennt womöglich dein Passwort.
`,
    },
    'organization-invitation': {
      subject: 'Einladung in die Organisation {{organization}}',
      text: `Hallo,

{{invitedBy}} lädt dich in die Organisation {{organization}} als {{role}} ein. Benutzer wählen diese Namen; wir haben sie nicht geprüft.

Melde dich mit dieser Adresse an, bestätige sie und antworte innerhalb von 14 Tagen: {{origin}}/invitations

Wenn du diese Einladung nicht erwartest, kannst du diese E-Mail ignorieren.
`,
    },
    notification: {
      subject: '{{change}}',
      text: `Hallo,

{{change}}
{{others}}

Titel: {{title}}
Betrag: {{amount}}
Nächster Schritt: {{nextStep}}
Frist: {{deadline}}

{{link}}

Benutzer wählen Namen und Titel; wir haben sie nicht geprüft.
Ändere, was du bekommst: {{settings}}
Keine E-Mails mehr zu diesem Thema: {{unsubscribe}}
`,
    },
    digest: {
      subject: 'Du hast weitere Benachrichtigungen',
      text: `Hallo,

{{count}} Benachrichtigungen wurden nicht gemailt, weil du die Tageszahl an E-Mails erreicht hast.

{{link}}

Ändere, was du bekommst: {{settings}}
`,
    },
  },
}

const accountVariables = ['link', 'origin']

/** Variables that a template of each kind can use. */
export const mailVariables: Readonly<Record<MailKind, readonly string[]>> = {
  'verify-email': accountVariables,
  'reset-password': accountVariables,
  'password-changed': accountVariables,
  'password-reset': [...accountVariables, 'sessions', 'mailLinks', 'linkCodes', 'agentKeys', 'callbacks'],
  'email-changed': accountVariables,
  'operator-role': [...accountVariables, 'role'],
  'organization-invitation': [...accountVariables, 'invitedBy', 'organization', 'role'],
  notification: [
    ...accountVariables, 'change', 'others', 'title', 'amount', 'nextStep', 'deadline', 'count', 'settings', 'unsubscribe',
  ],
  digest: [...accountVariables, 'count', 'settings'],
} // prettier-ignore
