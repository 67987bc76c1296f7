import type { Balance } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'
import { api, useRead } from '../../api.ts'
import { TopUpForm } from '../../forms/top-up-form.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Page, Panel, Split } from '../../ui/layout.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { Stat } from '../../ui/stat.tsx'
import classes from './money.module.css'
import { Payouts } from './payouts.tsx'
import { SavedCard } from './saved-card.tsx'
import { ExportButton, Transactions } from './transactions.tsx'

export function Component() {
  const query = useRead(api.payments.getBalance, {})
  return (
    <Page title="Money">
      <QueryContent query={query}>
        {({ balance }) => (
          <>
            <Panel>
              <Balances balance={balance} />
            </Panel>
            <Split
              aside={
                <>
                  <Panel title="Top up">
                    <TopUpForm currency={balance.currency} />
                  </Panel>
                  <Panel title="Saved card">
                    <SavedCard currency={balance.currency} />
                  </Panel>
                  <Panel title="Payouts">
                    <Payouts balance={balance} />
                  </Panel>
                </>
              }
            >
              <Panel title="Transactions" actions={<ExportButton />}>
                <Transactions currency={balance.currency} />
              </Panel>
            </Split>
          </>
        )}
      </QueryContent>
    </Page>
  )
}

function Balances({ balance }: { balance: Balance }) {
  const { currency } = balance
  const format = (amount: number) => formatMoney({ amount, currency })
  return (
    <div className={classes.balances}>
      <Stat label="Available" value={format(balance.available)} />
      <Stat label="Held for tasks" value={format(balance.held)} />
      <Stat label="Earnings" value={format(balance.earnings)} />
      {balance.pending === 0 ? null : <Stat label="Earnings on hold" value={format(balance.pending)} />}
      {balance.payoutPending === 0 ? null : (
        <Stat label="Payout pending" value={format(balance.payoutPending)} />
      )}
      {balance.owed === 0 ? null : <Stat label="Owed" value={format(balance.owed)} />}
      {balance.restricted ? <Badge tone="bad">Restricted: open chargeback or negative balance</Badge> : null}
    </div>
  )
}
