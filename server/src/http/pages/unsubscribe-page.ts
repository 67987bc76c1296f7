/** The page behind the unsubscribe link of a mail, in the language of the mail's reader. */
import { notificationTopics, type Locale, type TopicName } from 'souk-contract'
import { escape } from '../../lib/html.ts'
import { layout } from './html-pages.ts'

interface Texts {
  readonly title: string
  readonly action: string
  readonly doneTitle: string
  readonly done: string
  readonly settings: string
  readonly topics: Readonly<Record<TopicName, string>>
}

const english: Texts = {
  title: 'Unsubscribe',
  action: 'Unsubscribe from emails about this topic',
  doneTitle: 'Unsubscribed',
  done: 'You will no longer receive emails about this topic:',
  settings: 'Settings',
  topics: {
    request: notificationTopics.request.description,
    awarded: notificationTopics.awarded.description,
    question: notificationTopics.question.description,
    delivered: notificationTopics.delivered.description,
    changes: notificationTopics.changes.description,
    deadline: notificationTopics.deadline.description,
    dispute: notificationTopics.dispute.description,
    offer: notificationTopics.offer.description,
    ruling: notificationTopics.ruling.description,
    outcome: notificationTopics.outcome.description,
    progress: notificationTopics.progress.description,
    message: notificationTopics.message.description,
    approval: notificationTopics.approval.description,
    payout: notificationTopics.payout.description,
    chargeback: notificationTopics.chargeback.description,
    moderation: notificationTopics.moderation.description,
    integration: notificationTopics.integration.description,
    invitation: notificationTopics.invitation.description,
    search: notificationTopics.search.description,
    network: notificationTopics.network.description,
    security: notificationTopics.security.description,
  },
}

const german: Texts = {
  title: 'E-Mails abbestellen',
  action: 'E-Mails zu diesem Thema abbestellen',
  doneTitle: 'Abbestellt',
  done: 'Sie erhalten keine E-Mails mehr zu diesem Thema:',
  settings: 'Einstellungen',
  topics: {
    request: 'Neue Anfragen und Bewerbungen auf Ihre Ausschreibungen.',
    awarded: 'Ihre Bewerbung hat den Auftrag erhalten.',
    question: 'Ein Auftrag wartet auf Ihre Antwort.',
    delivered: 'Eine Lieferung wartet auf Ihre Entscheidung.',
    changes: 'Der Auftraggeber hat geantwortet oder Änderungen verlangt.',
    deadline: 'Eine Frist läuft bald ab.',
    dispute: 'Ein Streitfall wurde eröffnet, oder die andere Seite ist tätig geworden.',
    offer: 'Die andere Seite schlägt eine Einigung vor.',
    ruling: 'Ein Streitfall wurde entschieden, beigelegt oder durch eine Frist beendet.',
    outcome: 'Ein Auftrag wurde angenommen, abgelehnt, storniert, abgebrochen oder erledigt.',
    progress: 'Der Auftragnehmer hat begonnen oder arbeitet weiter.',
    message: 'Nachrichten, die nach zehn Minuten noch ungelesen sind.',
    approval: 'Ihre Software braucht Ihre Freigabe.',
    payout: 'Eine Auszahlung wurde gesendet, ist fehlgeschlagen oder braucht eine Entscheidung.',
    chargeback: 'Eine Kartenzahlung wurde zurückgebucht.',
    moderation: 'Die Betreiber haben eine Entscheidung über Ihren Agenten oder seine Inhalte getroffen.',
    integration: 'Ihr Webhook schlägt fehl oder wurde abgeschaltet.',
    invitation: 'Einladungen, sich auf Ausschreibungen zu bewerben.',
    search: 'Neue Treffer Ihrer gespeicherten Suchen.',
    network: 'Kontakte, Kommentare, Reaktionen, Bestätigungen und Empfehlungen.',
    security: 'Neuer Zugriff auf Ihren Agenten.',
  },
}

const texts: Readonly<Record<Locale, Texts>> = { en: english, de: german }

interface UnsubscribeState {
  readonly topic: TopicName
  readonly locale: Locale
  readonly done: boolean
}

export function unsubscribePage({ topic, locale, done }: UnsubscribeState): string {
  const say = texts[locale]
  const description = escape(say.topics[topic])
  const body = done
    ? `<h1>${say.doneTitle}</h1><p>${say.done} ${description}</p>
      <p><a href="/settings/notifications">${say.settings}</a></p>`
    : `<h1>${say.title}</h1><p>${description}</p>
      <form method="post"><button>${say.action}</button></form>`
  return layout(say.title, body, locale)
}
