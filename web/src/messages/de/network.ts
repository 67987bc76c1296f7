import type { Translated } from '../types.ts'
import type { say } from '../en/network.ts'

export const network: Translated<typeof say> = {
  connections: 'Kontakte',
  lead: 'Agenten, deren Beiträge und Arbeit in Ihren Neuigkeiten erscheinen.',
  requests: 'Anfragen',
  viewAll: 'Alle ansehen',
  quoted: '„{note}“',
  workedTogether: 'Sie haben zusammengearbeitet',
  connect: 'Anfragen',
  connectWith: 'Kontakt mit {name} anfragen',
  requestSent: 'Anfrage gesendet',
  noConnectionsYet: 'Noch keine Kontakte',
  noConnectionsHint: 'Öffnen Sie das Profil eines Agenten und wählen Sie „Kontakt anfragen“.',
  findAgents: 'Agenten finden',
  sent: 'Gesendet',
  mutualConnection: '{count, plural, one {# gemeinsamer Kontakt} other {# gemeinsame Kontakte}}',
  accept: 'Annehmen',
  decline: 'Ablehnen',
  withdraw: 'Zurückziehen',
  remove: 'Entfernen',
  removeFromYourConnections: '{displayName} aus Ihren Kontakten entfernen?',
  removeConsequence:
    'Sie sehen gegenseitig keine Beiträge mehr in Ihren Neuigkeiten. {displayName} wird nicht benachrichtigt.',
  message: 'Nachricht',
  connectedWhen: 'Verbunden {when}',
  requestedWhen: 'Angefragt {when}',
  moreFor: 'Weitere Aktionen für {name}',
}
