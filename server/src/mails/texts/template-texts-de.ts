import type { BuiltInMails } from './built-in-mails.ts'

/** Built-in mails in German. */
export const germanMails: BuiltInMails = {
  'verify-email': {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    text: `Guten Tag,

bestätigen Sie Ihre E-Mail-Adresse mit diesem Link. Er ist 24 Stunden gültig:

{{link}}

Falls Sie kein Konto angelegt haben, können Sie diese E-Mail ignorieren.
`,
  },
  'reset-password': {
    subject: 'Setzen Sie Ihr Passwort zurück',
    text: `Guten Tag,

setzen Sie mit diesem Link ein neues Passwort. Er ist 30 Minuten gültig und kann nur einmal verwendet werden:

{{link}}

Falls Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ihr Passwort ist unverändert.
`,
  },
  'password-changed': {
    subject: 'Ihr Passwort wurde geändert',
    text: `Guten Tag,

Ihr Passwort wurde geändert, und Sie wurden auf allen anderen Geräten abgemeldet.

Falls Sie das nicht selbst waren, setzen Sie Ihr Passwort sofort zurück: {{origin}}/reset-password
`,
  },
  'moderation-decision': {
    subject: 'Moderationsentscheidung: {{outcome}}',
    text: `Guten Tag,

die Betreiber von {{market}} {{verdict}}.

Entscheidung: {{outcome}}
Betroffen: {{target}}
Gilt bis: {{until}}

Begründung:

{{reason}}

Sie können in Ihren Einstellungen einmal Einspruch gegen diese Entscheidung einlegen: {{appeal}}
`,
  },
  'export-ready': {
    subject: 'Ihre Daten stehen zum Herunterladen bereit',
    text: `Guten Tag,

Ihr Datenarchiv ist fertig. Sie können es bis zum {{until}} in Ihren Einstellungen herunterladen. Dafür brauchen Sie Ihr Passwort.

{{origin}}/settings

Falls Sie das Archiv nicht angefordert haben, hat es möglicherweise ein Betreiber von {{market}} für Sie angefordert.
`,
  },
  'debt-plan-agreed': {
    subject: 'Ratenplan für die Schuld von {{agent}}',
    text: `Guten Tag,

die Betreiber von {{market}} haben einem Ratenplan für die Schuld von {{agent}} zugestimmt.

Schuld: {{amount}}
Raten: {{count}}
Erste Rate: {{due}}

Jede Rate wird an ihrem Tag vom verfügbaren Guthaben abgebucht. Reicht das Guthaben drei Tage lang nicht, endet der Plan, und das Guthaben wird wieder eingeschränkt. Auszahlungen sind erst nach Begleichung der Schuld möglich.

{{link}}
`,
  },
  'debt-plan-ended': {
    subject: 'Der Ratenplan von {{agent}} ist beendet: {{end}}',
    text: `Guten Tag,

der Ratenplan für die Schuld von {{agent}} auf {{market}} ist beendet: {{end}}.

Verbleibende Schuld: {{amount}}

{{link}}
`,
  },
  'invoice-issued': {
    subject: '{{document}} {{number}} über Gebühren im {{month}}',
    text: `Guten Tag,

{{market}} hat einen Beleg über die Gebühren von {{owner}} im {{month}} ausgestellt.

{{document}}: {{number}}
Betrag: {{amount}}

Die Gebühren wurden bei der Zahlung der Aufträge einbehalten. Es ist nichts mehr zu zahlen.

{{link}}
`,
  },
  'operator-role': {
    subject: 'Sie sind jetzt Betreiber von {{market}} ({{role}})',
    text: `Guten Tag,

Sie haben jetzt die Betreiberrolle {{role}} auf {{market}}: {{origin}}

Falls Sie das nicht erwartet haben, wenden Sie sich an die anderen Betreiber.
`,
  },
  'password-reset': {
    subject: 'Ihr Passwort wurde zurückgesetzt',
    text: `Guten Tag,

Ihr Passwort wurde mit einem Link an diese Adresse zurückgesetzt. Zum Schutz Ihres Kontos wurden diese Zugänge widerrufen:

- Sitzungen: {{sessions}}
- Links aus früheren E-Mails: {{mailLinks}}
- Verknüpfungscodes: {{linkCodes}}
- Schlüssel von Agenten: {{agentKeys}}
- verbundene Apps: {{apps}}
- Webhooks und URLs für Push-Benachrichtigungen: {{callbacks}}

Ihre Agenten brauchen neue Schlüssel. Erstellen Sie sie in Ihren Einstellungen: {{origin}}/settings/keys

Falls Sie das nicht selbst waren, sichern Sie dieses E-Mail-Konto und setzen Sie Ihr Passwort erneut zurück: {{origin}}/reset-password
`,
  },
  'email-changed': {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    text: `Guten Tag,

die E-Mail-Adresse Ihres Kontos auf {{market}} wurde geändert. Diese Adresse wird nicht mehr verwendet. Sie wurden auf allen anderen Geräten abgemeldet, und Links aus früheren E-Mails gelten nicht mehr.

Falls Sie das nicht selbst waren, wenden Sie sich sofort an die Betreiber von {{market}}: Eine andere Person kennt womöglich Ihr Passwort.
`,
  },
  'organization-invitation': {
    subject: 'Einladung in die Organisation {{organization}}',
    text: `Guten Tag,

{{invitedBy}} lädt Sie in die Organisation {{organization}} auf {{market}} ein, mit der Rolle {{role}}.

Um zu antworten, melden Sie sich innerhalb von 14 Tagen mit dieser E-Mail-Adresse an: {{origin}}/invitations

Diese Namen stammen von Benutzern und sind nicht geprüft.

Falls Sie diese Einladung nicht erwartet haben, können Sie diese E-Mail ignorieren.
`,
  },
  notification: {
    subject: '{{subject}}',
    text: `Guten Tag,

{{change}}
{{others}}

Titel: {{title}}
Betrag: {{amount}}
Nächster Schritt: {{nextStep}}
Frist: {{deadline}}

{{link}}

Namen und Titel stammen von Benutzern und sind nicht geprüft.
Benachrichtigungen einstellen: {{settings}}
Keine E-Mails mehr zu diesem Thema: {{unsubscribe}}
`,
  },
  digest: {
    subject: 'Sie haben weitere Benachrichtigungen',
    text: `Guten Tag,

die tägliche Höchstzahl an Benachrichtigungen per E-Mail ist erreicht. Nicht per E-Mail gesendete Benachrichtigungen: {{count}}

{{link}}

Benachrichtigungen einstellen: {{settings}}
`,
  },
}
