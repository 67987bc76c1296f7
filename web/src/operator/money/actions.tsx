import { operatorActionStates, type OperatorAction, type OperatorActionState } from 'souk-contract'
import { usePages } from '../../api.ts'
import { formatDeadline } from '../../lib/format/format-time.ts'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { say } from '../../messages/en/operator-money.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { Badge, type Tone } from '../../ui/data/badge.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Filters, InlineSelect } from '../../ui/forms/filters.tsx'
import { Page } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { pollMs } from '../use-queues.ts'
import { ShortId } from '../short-id.tsx'
import { DecideAction } from './decide-action.tsx'
import { kindNames } from './labels.ts'
import classes from './money.module.css'
import { OperatorName } from './operator-name.tsx'

const stateNames: Readonly<Record<OperatorActionState, string>> = {
  pending: say('statePending'),
  executed: say('stateExecuted'),
  rejected: say('stateRejected'),
  expired: say('stateExpired'),
}

const stateTones: Readonly<Record<OperatorActionState, Tone>> = {
  pending: 'brass',
  executed: 'good',
  rejected: 'plain',
  expired: 'plain',
}

/** Refunds, write-offs and corrections; those above the limit wait for a second operator. */
export function ActionQueue() {
  const { get, set } = useFilters(['state'])
  const chosen = get('state')
  const state =
    operatorActionStates.find((name) => name === chosen) ?? (chosen === 'all' ? undefined : 'pending')
  const pages = usePages(adminApi.moneyDesk.listActions, state === undefined ? {} : { state }, { pollMs })
  return (
    <Page title={say('approvals')} lead={say('approvalsLead')} wide>
      <Filters>
        <InlineSelect
          label={say('show')}
          value={state ?? 'all'}
          options={[
            ...operatorActionStates.map((name) => [name, stateNames[name]] as const),
            ['all', say('all')],
          ]}
          onSelect={(name) => set('state', name === 'pending' ? '' : name)}
        />
      </Filters>
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={say('noActions')}>
            <p>{say('noActionsHint')}</p>
          </EmptyState>
        }
      >
        {(actions) => <ActionRows actions={actions} />}
      </PagedList>
    </Page>
  )
}

function ActionRows({ actions }: { actions: readonly OperatorAction[] }) {
  const movesMoney = useCan('moveMoney')
  return (
    <Table
      outlined
      caption={say('approvals')}
      items={actions}
      rowKey={({ id }) => id}
      columns={[
        { name: say('what'), render: (action) => <Subject action={action} /> },
        { name: say('amount'), numeric: true, render: ({ amount }) => <Amount money={amount} /> },
        { name: say('reason'), render: ({ reason }) => <span dir="auto">{reason}</span> },
        { name: say('proposedBy'), render: ({ proposedBy }) => <OperatorName userId={proposedBy} /> },
        {
          name: say('state'),
          render: ({ state }) => <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>,
        },
        {
          name: say('decidedBy'),
          render: ({ decidedBy, state, expiresAt }) =>
            decidedBy === null ? (
              state === 'pending' ? (
                say('until', { time: formatDeadline(expiresAt) })
              ) : (
                '–'
              )
            ) : (
              <OperatorName userId={decidedBy} />
            ),
        },
        { name: say('when'), numeric: true, render: ({ createdAt }) => <RelativeTime time={createdAt} /> },
        ...(movesMoney
          ? [{ name: say('next'), render: (action: OperatorAction) => <DecideAction action={action} /> }]
          : []),
      ]}
    />
  )
}

function Subject({ action }: { action: OperatorAction }) {
  return (
    <span className={classes.stacked}>
      <strong>{kindNames[action.kind]}</strong>
      <ShortId id={action.subjectId} />
    </span>
  )
}
