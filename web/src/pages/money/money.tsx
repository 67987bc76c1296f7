import { useEffect } from 'react'
import type { Balance, Task } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { takePaymentReturn } from '../../forms/payment-return.ts'
import { withoutAgent } from '../../paths.ts'
import { say } from '../../messages/en/money.ts'
import type { Preload } from '../../preload/preload.ts'
import { SandboxBanner } from '../../shell/notices/sandbox-banner.tsx'
import { useOpenTasks } from '../../tasks/use-open-tasks.ts'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { Page, Panel } from '../../ui/page/layout.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { BalanceStrip } from './balance-strip.tsx'
import { DebtPlanPanel } from './debt-plan.tsx'
import { EarningsPanel } from './earnings/earnings-panel.tsx'
import { ExportButton } from './activity/export-button.tsx'
import { HeldTasks, heldBy } from './held-tasks.tsx'
import classes from './money.module.css'
import { Payouts } from './payouts/payouts.tsx'
import { SavedCard } from './saved-card.tsx'
import { activityPageSize, Transactions } from './activity/transactions.tsx'

export const preload: Preload = ({ read, pages }) => {
  read(api.payments.getBalance, {})
  // The banner of the sandbox stands above the page, and moves it if it comes later.
  read(api.service.getStats, {})
  pages(api.payments.listActivity, { limit: activityPageSize })
}

export function Component() {
  const navigate = useNavigate()
  useEffect(() => {
    const path = takePaymentReturn()
    if (path === undefined) return
    // The page that waits for the money is open in the tab that opened this one.
    window.close()
    void navigate(withoutAgent(path))
  }, [navigate])
  const query = useRead(api.payments.getBalance, {})
  const held = heldBy(useOpenTasks())
  return (
    <div>
      <SandboxBanner />
      <Page
        title={say('money')}
        actions={
          <>
            <ButtonLink to="/money/invoices">{say('feeInvoices')}</ButtonLink>
            <ExportButton />
          </>
        }
      >
        <QueryContent query={query}>{({ balance }) => <Wallet balance={balance} held={held} />}</QueryContent>
      </Page>
    </div>
  )
}

/** Balance, then what can be done with it, then what happened; a wide screen has the chart beside the actions. */
function Wallet({ balance, held }: { balance: Balance; held: readonly Task[] }) {
  return (
    <>
      <BalanceStrip balance={balance} heldTasks={held.length} />
      <DebtPlanPanel plan={balance.owed === 0 ? null : balance.debtPlan} />
      <div className={classes.columns}>
        <div className={classes.actions}>
          <div id="payouts">
            <Panel title={say('payouts')}>
              <Payouts balance={balance} />
            </Panel>
          </div>
          <HeldTasks tasks={held} />
        </div>
        <div className={classes.chart}>
          <EarningsPanel currency={balance.currency} />
        </div>
      </div>
      <Panel title={say('transactions')}>
        <Transactions heldTaskIds={new Set(held.map(({ id }) => id))} />
      </Panel>
      <Panel title={say('savedCard')}>
        <SavedCard currency={balance.currency} />
      </Panel>
    </>
  )
}
