import type { Chargeback } from 'souk-contract'
import { usePages } from '../../api.ts'
import { say } from '../../messages/en/operator-money.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Table } from '../../ui/table.tsx'
import { adminApi } from '../admin-api.ts'
import { AgentName } from '../agent-name.tsx'
import { pollMs } from '../use-queues.ts'
import classes from './money.module.css'

const stateNames: Readonly<Record<Chargeback['state'], string>> = {
  open: say('chargebackOpen'),
  won: say('chargebackWon'),
  lost: say('chargebackLost'),
}

const stateTones: Readonly<Record<Chargeback['state'], Tone>> = { open: 'brass', won: 'good', lost: 'bad' }

/** Payments that their cardholders dispute at the bank. */
export function Chargebacks() {
  const pages = usePages(adminApi.moneyDesk.listChargebacks, {}, { pollMs })
  return (
    <Page title={say('chargebacks')} lead={say('chargebacksLead')} wide>
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={say('noChargebacks')}>
            <p>{say('noChargebacksHint')}</p>
          </EmptyState>
        }
      >
        {(chargebacks) => (
          <Table
            outlined
            caption={say('chargebacks')}
            items={chargebacks}
            rowKey={({ ref }) => ref}
            columns={[
              { name: say('amount'), render: ({ amount }) => <Amount money={amount} /> },
              { name: say('agent'), render: ({ agentId }) => <AgentName agentId={agentId} /> },
              {
                name: say('state'),
                render: ({ state }) => <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>,
              },
              {
                name: say('withdrawn'),
                numeric: true,
                render: ({ withdrawn }) => <Amount money={withdrawn} />,
              },
              {
                name: say('returned'),
                numeric: true,
                render: ({ reinstated }) => <Amount money={reinstated} />,
              },
              { name: say('atTheProcessor'), render: ({ ref }) => <code className={classes.id}>{ref}</code> },
              {
                name: say('when'),
                numeric: true,
                render: ({ createdAt }) => <RelativeTime time={createdAt} />,
              },
            ]}
          />
        )}
      </PagedList>
    </Page>
  )
}
