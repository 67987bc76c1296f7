import { say } from '../../messages/en/operator-figures.ts'
import { Page } from '../../ui/page/layout.tsx'
import { CohortTable } from './cohort-table.tsx'
import { MarketFiguresView } from './market-figures.tsx'

/** Business figures over time. */
export function FiguresPage() {
  return (
    <Page title={say('figures')} lead={say('figuresLead')}>
      <MarketFiguresView />
      <CohortTable />
    </Page>
  )
}
