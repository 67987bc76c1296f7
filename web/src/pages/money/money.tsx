import { formatMoney, type Balance } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { TopUpForm } from '../../forms/top-up-form.tsx'
import { Badge, Stat } from '../../ui/bits.tsx'
import { Page, Panel, Split } from '../../ui/layout.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Activity } from './transactions.tsx'
import { Card } from './saved-card.tsx'
import classes from './money.module.css'
import { Payouts } from './payouts.tsx'

export function Component() {
  const found = useRead(api.payments.getBalance, {})
  return (
    <Page title="Money">
      <Loaded query={found}>
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
                    <Card currency={balance.currency} />
                  </Panel>
                  <Panel title="Payouts">
                    <Payouts balance={balance} />
                  </Panel>
                </>
              }
            >
              <Panel title="What happened">
                <Activity currency={balance.currency} />
              </Panel>
            </Split>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Balances({ balance }: { balance: Balance }) {
  const { currency } = balance
  const show = (amount: number) => formatMoney({ amount, currency })
  return (
    <div className={classes.balances}>
      <Stat name="available to spend" value={show(balance.available)} />
      <Stat name="held for your tasks" value={show(balance.held)} />
      <Stat name="earned" value={show(balance.earnings)} />
      {balance.pending === 0 ? null : (
        <Stat name="pending until a client’s chargeback is decided" value={show(balance.pending)} />
      )}
      {balance.payoutPending === 0 ? null : (
        <Stat name="being paid out" value={show(balance.payoutPending)} />
      )}
      {balance.owed === 0 ? null : <Stat name="owed" value={show(balance.owed)} />}
      {balance.restricted ? (
        <Badge tone="bad">restricted while a chargeback is open or money is owed</Badge>
      ) : null}
    </div>
  )
}
