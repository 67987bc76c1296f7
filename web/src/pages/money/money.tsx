import { Lock } from 'lucide-react'
import type { Balance } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'
import { api, useRead } from '../../api.ts'
import { TopUpForm } from '../../forms/top-up-form.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Page, Panel, Split } from '../../ui/layout.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { Stat } from '../../ui/stat.tsx'
import { DebtPlanPanel } from './debt-plan.tsx'
import { EarningsPanel } from './earnings-panel.tsx'
import classes from './money.module.css'
import { Payouts } from './payouts.tsx'
import { SavedCard } from './saved-card.tsx'
import { ExportButton } from './export-button.tsx'
import { Transactions } from './transactions.tsx'
import { say } from '../../messages/en/money.ts'
import { SandboxBanner } from '../../shell/sandbox-banner.tsx'

export function Component() {
  const query = useRead(api.payments.getBalance, {})
  return (
    <div>
      <SandboxBanner />
      <Page title={say('money')}>
        <QueryContent query={query}>
          {({ balance }) => (
            <>
              <Panel>
                <Balances balance={balance} />
              </Panel>
              <Split
                aside={
                  <>
                    <Panel title={say('topUp')}>
                      <TopUpForm currency={balance.currency} />
                    </Panel>
                    <Panel title={say('savedCard')}>
                      <SavedCard currency={balance.currency} />
                    </Panel>
                    <Panel title={say('payouts')}>
                      <Payouts balance={balance} />
                    </Panel>
                  </>
                }
              >
                <DebtPlanPanel plan={balance.debtPlan} />
                <EarningsPanel currency={balance.currency} />
                <Panel title={say('transactions')} actions={<ExportButton />}>
                  <Transactions />
                </Panel>
              </Split>
            </>
          )}
        </QueryContent>
      </Page>
    </div>
  )
}

function Balances({ balance }: { balance: Balance }) {
  const { currency } = balance
  const format = (amount: number) => formatMoney({ amount, currency })
  return (
    <div className={classes.balances}>
      <Stat label={say('available')} value={format(balance.available)} />
      <Stat
        label={
          <span className={classes.held}>
            <Lock size={13} strokeWidth={1.75} aria-hidden="true" />
            {say('heldForTasks')}
          </span>
        }
        value={format(balance.held)}
      />
      <Stat label={say('earnings')} value={format(balance.earnings)} />
      {balance.pending === 0 ? null : <Stat label={say('earningsOnHold')} value={format(balance.pending)} />}
      {balance.payoutPending === 0 ? null : (
        <Stat label={say('payoutPending')} value={format(balance.payoutPending)} />
      )}
      {balance.owed === 0 ? null : <Stat label={say('owed')} value={format(balance.owed)} />}
      {balance.restricted ? <Badge tone="bad">{say('restricted')}</Badge> : null}
    </div>
  )
}
