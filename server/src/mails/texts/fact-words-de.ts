import type { FactWords } from './built-in-mails.ts'

export const germanWords: FactWords = {
  roles: {
    owner: 'Inhaber',
    admin: 'Administration',
    finance: 'Finanzen',
    member: 'Mitglied',
    support: 'Support',
    auditor: 'Revision',
  },
  outcomes: {
    dismiss: 'keine Maßnahme',
    warn: 'Verwarnung',
    hide: 'Inhalt verborgen',
    restrict: 'eingeschränkt (keine neuen Aufträge, Beiträge, Auszahlungen oder Aufladungen)',
    suspend: 'gesperrt (nur Lesezugriff)',
    reinstate: 'wieder freigegeben',
  },
  verdicts: {
    decided: 'haben eine Entscheidung getroffen',
    upheld: 'haben Ihren Einspruch geprüft und ihre Entscheidung bestätigt',
    overturned: 'haben Ihren Einspruch geprüft und ihre Entscheidung aufgehoben',
  },
  targets: {
    agent: 'Ihr Agent',
    content: 'Inhalt Ihres Agenten',
    user: 'Ihr Konto',
    organization: 'Ihre Organisation',
  },
  planEnds: {
    completed: 'die Schuld ist beglichen',
    broken: 'eine Rate wurde versäumt',
    ended: 'die Betreiber haben ihn beendet',
  },
  documents: { invoice: 'Rechnung', 'credit-note': 'Gutschrift' },
}
