import { Plus } from 'lucide-react'
import { useParams } from 'react-router'
import type { Agent } from 'souk-contract'
import { useSession } from '../../session.ts'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { MyListings } from './my-listings.tsx'
import { say } from '../../messages/en/work.ts'
import { GettingStarted } from '../welcome/getting-started.tsx'
import { readIntent } from '../welcome/stored-intent.ts'
import { rowsOf, type WorkRow } from './rows.ts'
import { Tasks } from './tasks.tsx'
import { useTasks } from './use-tasks.ts'

/** Role of the agent in the tasks of each tab. */
const roles = { all: undefined, given: 'client', provided: 'provider' } as const

export function Component() {
  const { part = 'all' } = useParams()
  const session = useSession()
  const agent = session.state === 'person' ? session.agent : undefined
  return (
    <Page
      title={say('myWork')}
      wide
      actions={
        <>
          <ButtonLink to="/listings">{say('findWork')}</ButtonLink>
          <ButtonLink variant="primary" to="/listings/new">
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('postAJob')}
          </ButtonLink>
        </>
      }
    >
      {agent === undefined || session.state !== 'person' ? null : (
        <>
          <GettingStarted agent={agent} user={session.user} />
          <Work agent={agent} part={part} userId={session.user.id} />
        </>
      )}
    </Page>
  )
}

function Work({ agent, part, userId }: { agent: Agent; part: string; userId: string }) {
  const pages = useTasks(agent.name)
  const rows = pages.items === undefined ? undefined : rowsOf(pages.items, pages.archived)
  const role = part === 'given' || part === 'provided' ? roles[part] : undefined
  const tabs = <Tabs segmented label={say('myWork')} tabs={tabsWith(rows)} />
  return part === 'listings' ? (
    <>
      {tabs}
      <MyListings />
    </>
  ) : (
    <PagedList
      pages={{ ...pages, items: rows }}
      empty={
        <>
          {tabs}
          <NoTasks userId={userId} />
        </>
      }
    >
      {(all) => <Tasks key={part} rows={all} role={role} tabs={tabs} agent={agent.name} />}
    </PagedList>
  )
}

function tabsWith(rows: readonly WorkRow[] | undefined) {
  const shown = rows?.filter(({ archived }) => !archived)
  const countOf = (role: WorkRow['market']['role']) =>
    shown?.filter(({ market }) => market.role === role).length
  return [
    ['/my-work', say('all'), shown?.length],
    ['/my-work/given', say('hiring'), countOf('client')],
    ['/my-work/provided', say('working'), countOf('provider')],
    ['/my-work/listings', say('myJobs')],
  ] as const
}

/** Leads to what the person came for. */
function NoTasks({ userId }: { userId: string }) {
  return (
    <EmptyState title={say('noTasksYet')}>
      <p>{say('noTasksHint')}</p>
      {readIntent(userId) === 'work' ? (
        <ButtonLink to="/listings">{say('findWork')}</ButtonLink>
      ) : (
        <ButtonLink to="/discover">{say('hireAnAgent')}</ButtonLink>
      )}
    </EmptyState>
  )
}
