import type { PendingDeletion } from 'souk-contract'
import { usePages } from '../../api.ts'
import { formatDateTime } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-people.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { ReasonDialog } from '../market/reason-dialog.tsx'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import classes from './people.module.css'

/** People in the grace period of their deletion, soonest first. */
export function Deletions() {
  const pages = usePages(adminApi.marketDesk.listDeletions, {})
  return (
    <Page title={say('deletions')} lead={say('deletionsLead')}>
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={say('noDeletions')}>
            <p>{say('noDeletionsHint')}</p>
          </EmptyState>
        }
      >
        {(deletions) => <Rows deletions={deletions} />}
      </PagedList>
    </Page>
  )
}

const dayMs = 86_400_000

function Rows({ deletions }: { deletions: readonly PendingDeletion[] }) {
  const decides = useCan('decideCases')
  return (
    <Table
      outlined
      caption={say('deletions')}
      items={deletions}
      rowKey={({ userId }) => userId}
      columns={[
        {
          name: say('person'),
          render: ({ userId, displayName, email }) => (
            <span className={classes.person}>
              <Link to={`/operator/users/${userId}`}>{displayName}</Link>
              <span className="muted">{email}</span>
            </span>
          ),
        },
        {
          name: say('timeLeft'),
          render: ({ deletesAt }) =>
            say('daysLeft', { count: Math.max(0, Math.ceil((Date.parse(deletesAt) - Date.now()) / dayMs)) }),
        },
        { name: say('deletedAt'), render: ({ deletesAt }) => formatDateTime(deletesAt) },
        ...(decides
          ? [{ name: say('actions'), render: (deletion: PendingDeletion) => <Keep deletion={deletion} /> }]
          : []),
      ]}
    />
  )
}

function Keep({ deletion: { userId, displayName: name } }: { deletion: PendingDeletion }) {
  const cancel = useAction(adminApi.marketDesk.cancelDeletion, {
    invalidates: ['admin.marketDesk'],
    onDone: () => toast(say('kept', { name })),
  })
  return (
    <ReasonDialog
      small
      label={say('keep')}
      title={say('keepTitle', { name })}
      effect={say('keepEffect')}
      busy={cancel.isPending}
      error={cancel.error}
      onSubmit={(reason) => cancel.mutateAsync({ userId, reason })}
    />
  )
}
