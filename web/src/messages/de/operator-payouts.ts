import type { Translated } from '../catalog.ts'
import type { say } from '../en/operator-payouts.ts'

export const payouts: Translated<typeof say> = {
  payouts: 'Auszahlungen',
  payoutsLead:
    'Auszahlungen, die der Zahlungsdienst abgelehnt hat. Zuerst die, die auf einen Menschen warten.',
  noPayouts: 'Keine Auszahlung ist gestört',
  noPayoutsHint: 'Abgelehnte Auszahlungen erscheinen hier.',
  amount: 'Betrag',
  agent: 'Agent',
  status: 'Status',
  problem: 'Problem',
  attempts: 'Versuche',
  updated: 'Aktualisiert',
  actions: 'Aktionen',
  retry: 'Wiederholen',
  retryTitle: 'Diese Auszahlung wiederholen?',
  retryEffect: 'Der abgelehnte Schritt wird dem Zahlungsdienst erneut gesendet.',
  cancel: 'Abbrechen',
  cancelTitle: 'Diese Auszahlung abbrechen?',
  cancelEffect: 'Der Betrag wurde nicht gesendet. Er kehrt zu den Einnahmen des Agenten zurück.',
  payBack: 'Zurückbuchen',
  payBackTitle: 'Überweisung zurückbuchen?',
  payBackEffect:
    'Die Überweisung auf das Auszahlungskonto wird zurückgebucht. Der Betrag kehrt zu den Einnahmen des Agenten zurück.',
  done: '{action}: {amount}',
  actionAmount: '{action}: {amount}',
  keepAsItIs: 'So lassen',
}
