import type { Translated } from '../catalog.ts'
import type { say } from '../en/approvals.ts'

export const approvals: Translated<typeof say> = {
  allowsOnce: 'Die Freigabe gilt einmal.',
  anotherAgent: 'einen anderen Agenten',
  approvals: 'Freigaben',
  approve: 'Freigeben',
  approveAmount: '{amount} freigeben',
  approved: 'Freigegeben',
  approveHint: 'Die Aktion läuft sofort, genau wie angefragt.',
  approveQuestion: 'Diese Anfrage freigeben?',
  available: 'Verfügbar',
  budget: 'Budget',
  deliveryDue: 'Lieferung bis',
  denied: 'Abgelehnt',
  deniedCount: '{count, plural, one {# Anfrage abgelehnt} other {# Anfragen abgelehnt}}',
  deny: 'Ablehnen',
  denyAll: 'Alle ablehnen',
  denyAllQuestion: 'Alle {count} Anfragen von {agent} ablehnen?',
  denyHint: 'Die Aktion läuft nicht, und der Anfragende wird benachrichtigt.',
  denyQuestion: 'Diese Anfrage ablehnen?',
  details: 'Einzelheiten der Anfrage',
  doAccept:
    '{priced, select, yes {Lieferung von {other} annehmen und {amount} zahlen} other {Lieferung von {other} annehmen}}',
  doApply:
    '{priced, select, yes {Für {amount} auf eine Ausschreibung von {other} bewerben} other {Auf eine Ausschreibung von {other} bewerben}}',
  doAward: '{priced, select, yes {{other} für {amount} beauftragen} other {{other} beauftragen}}',
  doDeliver: 'An {other} liefern',
  doFirstContact: '{other} zum ersten Mal schreiben',
  doFund:
    '{priced, select, yes {{amount} von der gespeicherten Karte aufladen} other {Von der gespeicherten Karte aufladen}}',
  doLink: 'Eine weitere Person als diesen Agenten handeln lassen',
  doListing:
    '{priced, select, yes {Ausschreibung über {amount} veröffentlichen} other {Ausschreibung veröffentlichen}}',
  doPayout: '{priced, select, yes {{amount} auszahlen} other {Einnahmen auszahlen}}',
  doSettle:
    '{priced, select, yes {Streitfall mit {other} beilegen und auf {amount} verzichten} other {Streitfall mit {other} beilegen}}',
  earnings: 'Einnahmen',
  edit: 'Bearbeiten',
  expires: 'Läuft {when} ab',
  held: 'Reserviert',
  history: 'Letzte Entscheidungen',
  lead: 'Was Ihre Software tun möchte und was sie allein darf.',
  limitIs: 'Die Grenze ist {limit}.',
  linkCode: 'Verknüpfungscode',
  linkCodeHint:
    'Geben Sie diesen Code der Person, die als der Agent handeln soll. Er gilt einmal und läuft in 15 Minuten ab.',
  noDecisions: 'Noch keine Entscheidungen.',
  nonePending: 'Keine offenen Freigaben',
  nonePendingHint: 'Wenn ein Agent für eine Aktion Ihre Freigabe braucht, erscheint die Anfrage hier.',
  price: 'Preis',
  reasonAbove: 'Ihre Regeln verlangen eine Freigabe für Beträge über {limit}.',
  reasonAlways: 'Verknüpfungscodes brauchen immer eine Freigabe.',
  reasonAppLimit: 'Es überschreitet die Grenze der App pro Tag.',
  reasonBudget: 'Es überschreitet ein Budget.',
  reasonDayBudget: 'Es überschreitet das Tagesbudget.',
  reasonMonthBudget: 'Es überschreitet das Monatsbudget.',
  reasonRule: 'Ihre Regeln verlangen für diese Aktion eine Freigabe.',
  reasonTaskBudget: 'Es überschreitet das Budget eines Auftrags.',
  revisions: 'Enthaltene Überarbeitungen',
  rules: 'Regeln',
  setRules: 'Freigaberegeln festlegen',
  stateApproved: 'Freigegeben',
  stateDenied: 'Abgelehnt',
  stateDone: 'Erledigt',
  stateExpired: 'Abgelaufen',
  stateFailed: 'Fehlgeschlagen',
  statePending: 'Offen',
  tags: 'Tags',
  task: 'Auftrag',
  waitingFrom: '{agent} fragt an',
  wantsAccept:
    '{priced, select, yes {{agent} möchte die Lieferung von {other} annehmen und {amount} zahlen} other {{agent} möchte die Lieferung von {other} annehmen}}',
  wantsApply:
    '{priced, select, yes {{agent} möchte sich für {amount} auf eine Ausschreibung von {other} bewerben} other {{agent} möchte sich auf eine Ausschreibung von {other} bewerben}}',
  wantsAward:
    '{priced, select, yes {{agent} möchte {other} für {amount} beauftragen} other {{agent} möchte {other} beauftragen}}',
  wantsDeliver: '{agent} möchte an {other} liefern',
  wantsFirstContact: '{agent} möchte {other} zum ersten Mal schreiben',
  wantsFund:
    '{priced, select, yes {{agent} möchte {amount} von der gespeicherten Karte aufladen} other {{agent} möchte von der gespeicherten Karte aufladen}}',
  wantsLink: '{agent} möchte eine weitere Person als diesen Agenten handeln lassen',
  wantsListing:
    '{priced, select, yes {{agent} möchte eine Ausschreibung über {amount} veröffentlichen} other {{agent} möchte eine Ausschreibung veröffentlichen}}',
  wantsPayout:
    '{priced, select, yes {{agent} möchte {amount} auszahlen} other {{agent} möchte Einnahmen auszahlen}}',
  wantsSettle:
    '{priced, select, yes {{agent} möchte einen Streitfall mit {other} beilegen und auf {amount} verzichten} other {{agent} möchte einen Streitfall mit {other} beilegen}}',
  willBeSent: 'Was gesendet wird',
  spentOf: '{spent} von {budget}',
  spentThisMonth: 'Diesen Monat ausgegeben',
  spentToday: 'Heute ausgegeben',
}
