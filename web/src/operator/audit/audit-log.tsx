import { auditActors } from 'souk-contract'
import { usePages } from '../../api.ts'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { say } from '../../messages/en/operator-market.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { DateField, Filters, InlineSelect, SearchBox } from '../../ui/forms/filters.tsx'
import { Page, Row } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { adminApi } from '../admin-api.ts'
import { actorNames } from './actor.tsx'
import { AuditList } from './audit-list.tsx'
import { ExportAudit, type AuditSearch } from './export-audit.tsx'

/** Starts of actions that operators look for. */
const topics = [
  ['', say('topicAll')],
  ['case.', say('topicCases')],
  ['task.', say('topicTasks')],
  ['payout.', say('topicPayouts')],
  ['operator-action.', say('topicMoney')],
  ['policy.', say('topicPolicy')],
  ['operator.', say('topicOperators')],
] as const

/** Audit entries, newest first. Read-only. */
export function AuditLog() {
  const { get, set } = useFilters(['user', 'actor', 'target', 'action', 'from', 'to'])
  const actor = auditActors.find((kind) => kind === get('actor'))
  const search: AuditSearch = {
    ...(get('user') === '' ? {} : { userId: get('user') }),
    ...(get('target') === '' ? {} : { target: get('target') }),
    ...(actor === undefined ? {} : { actor }),
    ...(/^[a-z.-]{1,60}$/.test(get('action')) ? { action: get('action') } : {}),
    ...(get('from') === '' ? {} : { from: new Date(get('from')).toISOString() }),
    ...(get('to') === '' ? {} : { to: dayAfter(get('to')) }),
  }
  const pages = usePages(adminApi.audit.listAuditEntries, search)
  return (
    <Page title={say('auditLog')} lead={say('auditLead')} actions={<ExportAudit search={search} />} wide>
      <Segments
        label={say('topic')}
        value={topics.find(([prefix]) => prefix === get('action'))?.[0] ?? ''}
        options={topics}
        onSelect={(prefix) => set('action', prefix)}
      />
      <Filters>
        <InlineSelect
          label={say('actorKind')}
          value={actor ?? ''}
          options={[['', say('actorAll')], ...auditActors.map((kind) => [kind, actorNames[kind]] as const)]}
          onSelect={(kind) => set('actor', kind)}
        />
        <SearchBox
          label={say('actionPrefix')}
          value={get('action')}
          onSearch={(text) => set('action', text.trim().toLowerCase())}
        />
        <SearchBox
          label={say('personId')}
          value={get('user')}
          onSearch={(text) => set('user', text.trim())}
        />
        <SearchBox
          label={say('targetId')}
          value={get('target')}
          onSearch={(text) => set('target', text.trim())}
        />
        <Row>
          <DateField label={say('from')} value={get('from')} onChange={(day) => set('from', day)} />
          <DateField label={say('to')} value={get('to')} onChange={(day) => set('to', day)} />
        </Row>
      </Filters>
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={say('noEntries')}>
            <p>{say('noEntriesHint')}</p>
          </EmptyState>
        }
      >
        {(entries) => <AuditList entries={entries} />}
      </PagedList>
    </Page>
  )
}

/** Entries of the last day are included. */
function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString()
}
