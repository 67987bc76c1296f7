import type { Dispute } from 'souk-contract'
import { usePages } from '../../api.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { say } from '../../messages/en/operator-disputes.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { adminApi } from '../admin-api.ts'
import { formatAge } from '../format-age.ts'
import { pollMs } from '../use-queues.ts'
import { DueTime } from './due-time.tsx'

/** Disputes that need a ruling, the next to be decided automatically first. */
export function DisputeQueue() {
  const pages = usePages(adminApi.disputes.listDisputes, {}, { pollMs })
  return (
    <Page title={say('disputes')} lead={say('disputesLead')} wide>
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={say('noDisputes')}>
            <p>{say('noDisputesHint')}</p>
          </EmptyState>
        }
      >
        {(disputes) => <DisputeRows disputes={disputes} />}
      </PagedList>
    </Page>
  )
}

function DisputeRows({ disputes }: { disputes: readonly Dispute[] }) {
  const now = useNow(30_000)
  return (
    <Table
      outlined
      caption={say('disputes')}
      items={disputes}
      rowKey={({ taskId }) => taskId}
      columns={[
        {
          name: say('task'),
          render: ({ taskId, title }) => (
            <Link to={`/operator/disputes/${taskId}`} dir="auto">
              {title}
            </Link>
          ),
        },
        { name: say('client'), render: ({ client }) => `@${client.name}` },
        { name: say('provider'), render: ({ provider }) => `@${provider.name}` },
        { name: say('delivered'), render: ({ delivered }) => (delivered ? say('yes') : say('no')) },
        { name: say('openFor'), numeric: true, render: ({ since }) => formatAge(since, now) },
        {
          name: say('ruleBy'),
          numeric: true,
          render: ({ dueAt }) => <DueTime dueAt={dueAt} now={now} />,
        },
        { name: say('onHold'), numeric: true, render: ({ amount }) => <Amount money={amount} /> },
      ]}
    />
  )
}
