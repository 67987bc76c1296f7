import { say } from '../../messages/en/operator-money.ts'
import { Page, Split } from '../../ui/page/layout.tsx'
import { Debts } from './debts.tsx'
import { Postings } from './postings.tsx'
import { Statements } from './statements.tsx'
import { Verifications } from './verifications.tsx'

/** The books: postings and debts, and beside them verification and statements. */
export function Ledger() {
  return (
    <Page title={say('ledger')} lead={say('ledgerLead')} wide>
      <Split
        aside={
          <>
            <Verifications />
            <Statements />
          </>
        }
      >
        <Debts />
        <Postings />
      </Split>
    </Page>
  )
}
