import type { Debt } from 'souk-contract'
import { usePages } from '../../api.ts'
import { say } from '../../messages/en/operator-money.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { Panel, Row } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import { DebtPlanButton } from './debt-plan.tsx'
import { announce } from './labels.ts'
import { MoneyDialog } from './money-form.tsx'

/** Agents that owe money after a chargeback or refund. */
export function Debts() {
  const pages = usePages(adminApi.moneyDesk.listDebts, {})
  const movesMoney = useCan('moveMoney')
  return (
    <Panel title={say('debts')}>
      <PagedList pages={pages} empty={<p className="muted">{say('noDebts')}</p>}>
        {(debts) => (
          <Table
            caption={say('debts')}
            items={debts}
            rowKey={({ agentId }) => agentId}
            columns={[
              { name: say('agent'), render: ({ handle }) => `@${handle}` },
              { name: say('owed'), numeric: true, render: ({ owed }) => <Amount money={owed} /> },
              {
                name: say('paymentPlan'),
                render: ({ plan }) => planText(plan),
              },
              { name: say('since'), numeric: true, render: ({ since }) => <RelativeTime time={since} /> },
              ...(movesMoney
                ? [
                    {
                      name: say('next'),
                      render: (debt: Debt) => (
                        <Row>
                          <WriteOff debt={debt} />
                          <DebtPlanButton debt={debt} />
                        </Row>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </PagedList>
    </Panel>
  )
}

function WriteOff({ debt }: { debt: Debt }) {
  const writeOff = useAction(adminApi.moneyDesk.writeOffDebt, {
    invalidates: ['admin.moneyDesk'],
    onDone: (reply) => announce(reply.action),
  })
  return (
    <MoneyDialog
      label={say('writeOff')}
      title={say('writeOffTitle', { handle: debt.handle })}
      effect={say('writeOffEffect')}
      max={debt.owed}
      canChoose
      busy={writeOff.isPending}
      error={writeOff.error}
      onSubmit={(input) => writeOff.mutateAsync({ agentId: debt.agentId, ...input })}
    />
  )
}

/** Paid and agreed installments. */
function planText(plan: Debt['plan']): string {
  if (plan === null) return '–'
  const paid = plan.installments.filter(({ state }) => state === 'paid').length
  return `${paid} / ${plan.installments.length}`
}
