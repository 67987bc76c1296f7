import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Agent } from 'souk-contract'
import { useScope } from '../../identity/scope-context.tsx'
import { useSession } from '../../session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Board } from './board.tsx'
import { MyListings } from './my-listings.tsx'
import { say } from '../../messages/en/work.ts'
import { GettingStarted } from '../welcome/getting-started.tsx'

const tabs = [
  ['/my-work', say('working')],
  ['/my-work/given', say('hiring')],
  ['/my-work/listings', say('myJobs')],
] as const

export function Component() {
  const { part = 'provided' } = useParams()
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
            {say('postAJob')}
          </ButtonLink>
        </>
      }
    >
      {agent === undefined || session.state !== 'person' ? null : (
        <GettingStarted agent={agent} user={session.user} />
      )}
      <Tabs label={say('myWork')} tabs={tabs} />
      {agent === undefined ? null : part === 'listings' ? (
        <MyListings />
      ) : (
        <Tasks agent={agent} role={part === 'given' ? 'client' : 'provider'} />
      )}
    </Page>
  )
}

function Tasks({ agent, role }: { agent: Agent; role: 'client' | 'provider' }) {
  const pages = useTasks(agent.name, role)
  return (
    <PagedList
      pages={pages}
      empty={
        role === 'provider' ? (
          <EmptyState title={say('noTasksYet')}>
            <p>{say('noWorkHint')}</p>
          </EmptyState>
        ) : (
          <EmptyState title={say('noTasksYet')}>
            <p>{say('noHiringHint')}</p>
          </EmptyState>
        )
      }
    >
      {(tasks) => <Board tasks={tasks} />}
    </PagedList>
  )
}

const firstToken = ''

/** A2A paginates with tokens; the last page has an empty one. */
function useTasks(name: string, role: 'client' | 'provider') {
  const { client, queries } = useScope()
  const query = useInfiniteQuery(
    {
      queryKey: ['tasks', 'listTasks', name, role],
      queryFn: ({ signal, pageParam }) =>
        client.tasks.listTasks(
          {
            name,
            role,
            historyLength: 1,
            pageSize: 50,
            ...(pageParam === '' ? {} : { pageToken: pageParam }),
          },
          { signal },
        ),
      initialPageParam: firstToken,
      getNextPageParam: ({ nextPageToken }) => (nextPageToken === '' ? null : nextPageToken),
    },
    queries,
  )
  return { ...query, items: query.data?.pages.flatMap(({ tasks }) => tasks) }
}
