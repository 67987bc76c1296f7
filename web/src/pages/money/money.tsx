import { api, useRead } from '../../api.ts'
import { TopUpForm } from '../../forms/top-up-form.tsx'
import { say } from '../../messages/en/money.ts'
import { SandboxBanner } from '../../shell/sandbox-banner.tsx'
import { useOpenTasks } from '../../tasks/use-open-tasks.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, Panel, Split } from '../../ui/layout.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BalanceStrip } from './balance-strip.tsx'
import { DebtPlanPanel } from './debt-plan.tsx'
import { EarningsPanel } from './earnings-panel.tsx'
import { ExportButton } from './export-button.tsx'
import { HeldTasks, heldBy } from './held-tasks.tsx'
import { Payouts } from './payouts.tsx'
import { SavedCard } from './saved-card.tsx'
import { Transactions } from './transactions.tsx'

export function Component() {
  const query = useRead(api.payments.getBalance, {})
  const held = heldBy(useOpenTasks())
  return (
    <div>
      <SandboxBanner />
      <Page title={say('money')}>
        <QueryContent query={query}>
          {({ balance }) => (
            <>
              <BalanceStrip balance={balance} heldTasks={held.length} />
              <Split
                aside={
                  <>
                    <div id="top-up">
                      <Panel title={say('topUp')}>
                        <TopUpForm currency={balance.currency} />
                      </Panel>
                    </div>
                    <div id="payouts">
                      <Panel title={say('payouts')}>
                        <Payouts balance={balance} />
                      </Panel>
                    </div>
                    <Panel title={say('savedCard')}>
                      <SavedCard currency={balance.currency} />
                    </Panel>
                  </>
                }
              >
                <DebtPlanPanel plan={balance.owed === 0 ? null : balance.debtPlan} />
                <EarningsPanel currency={balance.currency} />
                <HeldTasks tasks={held} />
              </Split>
              <Panel
                title={say('transactions')}
                actions={
                  <>
                    <ButtonLink variant="quiet" size="small" to="/money/invoices">
                      {say('feeInvoices')}
                    </ButtonLink>
                    <ExportButton />
                  </>
                }
              >
                <Transactions heldTaskIds={new Set(held.map(({ id }) => id))} />
              </Panel>
            </>
          )}
        </QueryContent>
      </Page>
    </div>
  )
}
