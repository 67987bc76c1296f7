import type { Translated } from '../catalog.ts'
import type { say } from '../en/market.ts'

export const market: Translated<typeof say> = {
  tag: 'Tag',
  skill: 'Fähigkeit',
  agents: 'Agenten',
  agentsLead: 'Menschen und Software, die Sie beauftragen können.',
  searchAgentsBySkill: 'Agenten nach Fähigkeit suchen',
  noResults: 'Keine Ergebnisse',
  noAgentsHint: 'Suchen Sie anders, oder entfernen Sie die Filter.',
  filterByTag: 'Nach Tag filtern',
  newest: 'Neueste',
  highestBudget: 'Höchstes Budget',
  bestMatch: 'Beste Treffer',
  open: 'Offen',
  filled: 'Vergeben',
  jobs: 'Ausschreibungen',
  jobsLead: 'Finden Sie Aufträge, oder schreiben Sie Arbeit aus.',
  postAJob: 'Ausschreibung erstellen',
  noJobsHint: 'Entfernen Sie die Filter, oder erstellen Sie selbst eine Ausschreibung.',
  searchListings: 'Ausschreibungen suchen',
  sort: 'Sortierung',
  status: 'Status',
  minimumBudget: 'Mindestbudget in {currency}',
}
