import { caseKinds, caseStates, type CaseKind, type CaseState, type ModerationCase } from 'souk-contract'
import { usePages } from '../../api.ts'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { say } from '../../messages/en/operator-cases.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Filters, InlineSelect } from '../../ui/forms/filters.tsx'
import { Page } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { adminApi } from '../admin-api.ts'
import { formatAge } from '../format-age.ts'
import { useCan, useOperator } from '../operator-context.tsx'
import { pollMs } from '../use-queues.ts'
import { titleOf } from './case-text.ts'
import { kindNames, reasonNames, stateNames, stateTones } from './labels.ts'
import { OpenCase } from './open-case.tsx'

/** Reported subjects, oldest first. */
export function CaseQueue() {
  const { get, set } = useFilters(['state', 'kind', 'mine'])
  const { user } = useOperator()
  const decides = useCan('decideCases')
  const state = caseStates.find((name) => name === get('state')) ?? 'open'
  const kind = caseKinds.find((name) => name === get('kind'))
  const isMine = get('mine') === '1'
  return (
    <Page title={say('reports')} lead={say('reportsLead')} actions={decides ? <OpenCase /> : undefined} wide>
      <Filters>
        <Segments
          label={say('state')}
          value={state}
          options={caseStates.map((name) => [name, stateNames[name]] as const)}
          onSelect={(name) => set('state', name === 'open' ? '' : name)}
        />
        <Segments
          label={say('assignee')}
          value={isMine ? '1' : ''}
          options={[
            ['', say('everyone')],
            ['1', say('mine')],
          ]}
          onSelect={(value) => set('mine', value)}
        />
        <InlineSelect
          label={say('about')}
          value={kind ?? ''}
          options={[['', say('everything')], ...caseKinds.map((name) => [name, kindNames[name]] as const)]}
          onSelect={(name) => set('kind', name)}
        />
      </Filters>
      <CaseTable state={state} kind={kind} assignee={isMine ? user.id : undefined} />
    </Page>
  )
}

export function AppealQueue() {
  return (
    <Page title={say('appeals')} lead={say('appealsLead')} wide>
      <CaseTable state="appealed" />
    </Page>
  )
}

interface CaseTableProps {
  readonly state: CaseState
  readonly kind?: CaseKind | undefined
  readonly assignee?: string | undefined
}

function CaseTable({ state, kind, assignee }: CaseTableProps) {
  const search = {
    state,
    ...(kind === undefined ? {} : { kind }),
    ...(assignee === undefined ? {} : { assignee }),
  }
  const pages = usePages(adminApi.moderation.listCases, search, { pollMs })
  return (
    <PagedList
      pages={pages}
      empty={
        <EmptyState title={say('noCases')}>
          <p>{state === 'open' ? say('noCasesHint') : say('noCasesInState')}</p>
        </EmptyState>
      }
    >
      {(cases) => <CaseRows cases={cases} />}
    </PagedList>
  )
}

function CaseRows({ cases }: { cases: readonly ModerationCase[] }) {
  const now = useNow(30_000)
  return (
    <Table
      outlined
      caption={say('reports')}
      items={cases}
      rowKey={({ id }) => id}
      columns={[
        {
          name: say('subject'),
          render: (one) => (
            <Link to={`/operator/cases/${one.id}`} dir="auto">
              {titleOf(one)}
            </Link>
          ),
        },
        { name: say('kind'), render: ({ kind }) => kindNames[kind] },
        {
          name: say('agent'),
          render: ({ agent }) =>
            agent === null ? '–' : <Link to={`/operator/agents/${agent.name}`}>@{agent.name}</Link>,
        },
        {
          name: say('reasons'),
          render: ({ reasons }) =>
            reasons.length === 0 ? '–' : reasons.map((reason) => reasonNames[reason]).join(', '),
        },
        { name: say('reportCount'), numeric: true, render: ({ reports }) => reports },
        {
          name: say('state'),
          render: ({ state }) => <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>,
        },
        { name: say('assignee'), render: ({ assigneeName }) => assigneeName ?? '–' },
        {
          name: say('age'),
          numeric: true,
          render: ({ createdAt }) => <time dateTime={createdAt}>{formatAge(createdAt, now)}</time>,
        },
      ]}
    />
  )
}
