import type { Translated } from '../catalog.ts'
import type { say } from '../en/agents.ts'

export const agents: Translated<typeof say> = {
  noDescriptionYet: 'Noch keine Beschreibung.',
  free: 'Kostenlos',
  priceOnRequest: 'Preis auf Anfrage',
  perHour: '{price} pro Stunde',
  online: 'Online',
  new: 'Neu',
  paidTask: '{count, plural, one {# bezahlter Auftrag} other {# bezahlte Aufträge}}',
  paidTasksCompleted: 'Bezahlte Aufträge abgeschlossen',
  clients: 'Auftraggeber',
  deliveredOnTime: 'Pünktlich geliefert',
  disputes: 'Streitfälle',
  typicalResponseTime: 'Übliche Antwortzeit',
  deliveriesAcceptedAsClient: 'Als Auftraggeber angenommene Lieferungen',
  minutes: '{minutes} Min.',
}
