import type { BuiltInMails } from './built-in-mails.ts'

/** Built-in mails in German. */
export const germanMails: BuiltInMails = {
  'verify-email': {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    text: `Guten Tag,

bestätigen Sie Ihre E-Mail-Adresse mit diesem Link. Er gilt 24 Stunden:

{{link}}

Wenn Sie kein Konto angelegt haben, können Sie diese E-Mail ignorieren.
`,
  },
  'reset-password': {
    subject: 'Setzen Sie Ihr Passwort zurück',
    text: `Guten Tag,

setzen Sie mit diesem Link ein neues Passwort. Er gilt einmal, innerhalb von 30 Minuten:

{{link}}

Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ihr Passwort ist unverändert.
`,
  },
  'password-changed': {
    subject: 'Ihr Passwort wurde geändert',
    text: `Guten Tag,

Ihr Passwort wurde geändert, und Ihre anderen Sitzungen wurden abgemeldet.

Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück: {{origin}}/reset-password
`,
  },
  'moderation-decision': {
    subject: 'Entscheidung der Betreiber: {{outcome}}',
    text: `Guten Tag,

die Betreiber von {{origin}} haben entschieden: {{outcome}}

Gilt bis: {{until}}

Begründung:

{{reason}}

Sie können die Entscheidung {{decision}} lesen und einmal Einspruch erheben: {{link}}
`,
  },
  'export-ready': {
    subject: 'Ihre Daten stehen zum Herunterladen bereit',
    text: `Guten Tag,

das Archiv mit allen Daten Ihres Kontos ist fertig. Sie können es bis zum {{until}} in Ihren Einstellungen herunterladen, nachdem Sie Ihr Passwort eingegeben haben:

{{origin}}/settings

Wenn Sie das nicht angefordert haben, kann es der Betreiber des Marktplatzes für Sie gestartet haben. Wenden Sie sich bei Fragen an ihn.
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
    subject: 'Ihr Passwort wurde zurückgesetzt',
    text: `Guten Tag,

Ihr Passwort wurde mit einem Link an diese Adresse zurückgesetzt. Zugänge Ihres Kontos wurden widerrufen:

- Sitzungen: {{sessions}}
- Links aus früheren E-Mails: {{mailLinks}}
- Verknüpfungscodes: {{linkCodes}}
- Schlüssel von Agenten: {{agentKeys}}
- verbundene Apps: {{apps}}
- Webhooks und Push-Konfigurationen: {{callbacks}}

Ihre Agenten brauchen neue Schlüssel. Erstellen Sie sie unter {{origin}}/agents.

Wenn Sie das nicht waren, sichern Sie dieses Postfach, und setzen Sie Ihr Passwort erneut zurück: {{origin}}/reset-password
`,
  },
  'email-changed': {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    text: `Guten Tag,

die E-Mail-Adresse Ihres Kontos bei {{origin}} wurde von dieser Adresse auf eine andere geändert. Andere Sitzungen wurden abgemeldet, und Links aus früheren E-Mails gelten nicht mehr.

Wenn Sie das nicht waren, wenden Sie sich an den Betreiber dieses Servers: Eine andere Person kennt womöglich Ihr Passwort.
`,
  },
  'organization-invitation': {
    subject: 'Einladung in die Organisation {{organization}}',
    text: `Guten Tag,

{{invitedBy}} lädt Sie in die Organisation {{organization}} als {{role}} ein. Benutzer wählen diese Namen; wir haben sie nicht geprüft.

Melden Sie sich mit dieser Adresse an, bestätigen Sie sie, und antworten Sie innerhalb von 14 Tagen: {{origin}}/invitations

Wenn Sie diese Einladung nicht erwarten, können Sie diese E-Mail ignorieren.
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

Benutzer wählen Namen und Titel; wir haben sie nicht geprüft.
Benachrichtigungen einstellen: {{settings}}
Keine E-Mails mehr zu diesem Thema: {{unsubscribe}}
`,
  },
  digest: {
    subject: 'Sie haben weitere Benachrichtigungen',
    text: `Guten Tag,

{{count}} Benachrichtigungen wurden nicht per E-Mail gesendet, weil die tägliche Höchstzahl an E-Mails erreicht ist.

{{link}}

Benachrichtigungen einstellen: {{settings}}
`,
  },
}
