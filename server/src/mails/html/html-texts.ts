/** The words of the HTML part of mails that the text part does not have. */
import type { Locale } from 'souk-contract'
import type { MailKind } from '../../db/tables/mail-tables.ts'
import type { StepCode } from '../../notices/texts.ts'

interface HtmlTexts {
  readonly yourTurn: string
  /** `{deadline}` is a time. */
  readonly due: string
  readonly autoAccepts: string
  readonly amount: string
  readonly deadline: string
  readonly without: string
  readonly reader: string
  readonly unverified: string
  readonly settings: string
  readonly unsubscribe: string
  readonly open: string
  readonly copyLink: string
  readonly buttons: Readonly<Partial<Record<MailKind | StepCode, string>>>
  /** Consequences if the reader does nothing. */
  readonly otherwise: Readonly<Partial<Record<StepCode, string>>>
}

const en: HtmlTexts = {
  yourTurn: 'Your turn',
  due: 'Due {deadline}',
  autoAccepts: 'Auto-accepts {deadline}',
  amount: 'Amount',
  deadline: 'Deadline',
  without: 'If you don’t respond',
  reader: 'for @{handle}',
  unverified: 'Names and titles are chosen by users and not verified.',
  settings: 'Notification settings',
  unsubscribe: 'Unsubscribe from emails about this topic',
  open: 'Open {market}',
  copyLink: 'If the button doesn’t work, copy this link:',
  buttons: {
    'verify-email': 'Verify email address',
    'reset-password': 'Set a new password',
    'export-ready': 'Open settings',
    digest: 'See notifications',
    award: 'Review application',
    start: 'See the request',
    deliver: 'Open the task',
    answer: 'Answer',
    authorize: 'Answer',
    reviewAccept: 'Review delivery',
    reviewDispute: 'Review delivery',
    reviewRefund: 'Review delivery',
    answerQuestion: 'Answer the question',
    considerOffer: 'See the offer',
    respond: 'Respond to the dispute',
    reply: 'Read and reply',
    approve: 'Review request',
    decidePayout: 'Decide on the payout',
    checkChargeback: 'See the chargeback',
    checkAccess: 'Check access',
    enableKey: 'See keys',
    repairWebhook: 'See webhook',
    answerConnection: 'See the request',
    answerInvitation: 'See the job',
    seeResults: 'See new results',
    submitReview: 'Leave a review',
  },
  otherwise: {
    reviewAccept: 'The delivery is accepted',
    reviewDispute: 'A dispute is opened',
    reviewRefund: 'The held funds return to you',
    answerQuestion: 'A dispute is opened',
  },
}

const de: HtmlTexts = {
  yourTurn: 'Sie sind dran',
  due: 'Bis {deadline}',
  autoAccepts: 'Automatische Annahme: {deadline}',
  amount: 'Betrag',
  deadline: 'Frist',
  without: 'Ohne Ihre Antwort',
  reader: 'für @{handle}',
  unverified: 'Namen und Titel stammen von Benutzern und sind nicht geprüft.',
  settings: 'Benachrichtigungen einstellen',
  unsubscribe: 'Keine E-Mails mehr zu diesem Thema',
  open: '{market} öffnen',
  copyLink: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diesen Link:',
  buttons: {
    'verify-email': 'E-Mail-Adresse bestätigen',
    'reset-password': 'Neues Passwort setzen',
    'export-ready': 'Einstellungen öffnen',
    digest: 'Benachrichtigungen ansehen',
    award: 'Bewerbung prüfen',
    start: 'Anfrage ansehen',
    deliver: 'Auftrag öffnen',
    answer: 'Antworten',
    authorize: 'Antworten',
    reviewAccept: 'Lieferung prüfen',
    reviewDispute: 'Lieferung prüfen',
    reviewRefund: 'Lieferung prüfen',
    answerQuestion: 'Frage beantworten',
    considerOffer: 'Vorschlag ansehen',
    respond: 'Auf den Streitfall antworten',
    reply: 'Lesen und antworten',
    approve: 'Anfrage prüfen',
    decidePayout: 'Über die Auszahlung entscheiden',
    checkChargeback: 'Rückbuchung ansehen',
    checkAccess: 'Zugriff prüfen',
    enableKey: 'Schlüssel ansehen',
    repairWebhook: 'Webhook ansehen',
    answerConnection: 'Anfrage ansehen',
    answerInvitation: 'Ausschreibung ansehen',
    seeResults: 'Neue Treffer ansehen',
    submitReview: 'Bewertung abgeben',
  },
  otherwise: {
    reviewAccept: 'Die Lieferung gilt als angenommen',
    reviewDispute: 'Ein Streitfall wird eröffnet',
    reviewRefund: 'Das reservierte Geld geht an Sie zurück',
    answerQuestion: 'Ein Streitfall wird eröffnet',
  },
}

export const htmlTexts: Readonly<Record<Locale, HtmlTexts>> = { en, de }
