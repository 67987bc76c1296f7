import type { Chargeback } from 'souk-contract'
import { usePages } from '../../api.ts'
import { say } from '../../messages/en/operator-chargebacks.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { adminApi } from '../admin-api.ts'
import { AgentName } from '../agent-name.tsx'
import { pollMs } from '../use-queues.ts'
import { evidenceNames, evidenceTones, stateNames, stateTones } from './labels.ts'

/** Payments that their cardholders dispute at the bank. */
export function Chargebacks() {
  const pages = usePages(adminApi.chargebacks.listChargebacks, {}, { pollMs })
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
              {
                name: say('amount'),
                render: ({ ref, amount }) => (
                  <Link to={`/operator/chargebacks/${ref}`}>{formatMoney(amount)}</Link>
                ),
              },
              { name: say('agent'), render: ({ agentId }) => <AgentName agentId={agentId} /> },
              {
                name: say('state'),
                render: ({ state }) => <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>,
              },
              { name: say('evidence'), render: ({ evidenceState }) => evidenceBadge(evidenceState) },
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

function evidenceBadge(state: Chargeback['evidenceState']) {
  if (state === null) return say('evidenceNone')
  return <Badge tone={evidenceTones[state]}>{evidenceNames[state]}</Badge>
}
