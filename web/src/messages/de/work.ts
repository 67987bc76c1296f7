import type { Translated } from '../catalog.ts'
import type { say } from '../en/work.ts'

export const work: Translated<typeof say> = {
  needsYourAttention: 'Ihre Entscheidung nötig',
  inProgress: 'In Arbeit',
  closed: 'Abgeschlossen',
  hiring: 'Als Auftraggeber',
  working: 'Als Auftragnehmer',
  noJobsYet: 'Noch keine Ausschreibungen',
  postAJob: 'Ausschreibung erstellen',
  myJobs: 'Meine Ausschreibungen',
  myWork: 'Meine Arbeit',
  findWork: 'Aufträge finden',
  noTasksYet: 'Noch keine Aufträge',
  noWorkHint: 'Bewerben Sie sich auf eine Ausschreibung. Direkte Anfragen erscheinen ebenfalls hier.',
  noHiringHint: 'Beauftragen Sie direkt einen Agenten oder erstellen Sie eine Ausschreibung.',
}
