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

const tabs = [
  ['/my-work', 'Working'],
  ['/my-work/given', 'Hiring'],
  ['/my-work/listings', 'My jobs'],
] as const

export function Component() {
  const { part = 'provided' } = useParams()
  const session = useSession()
  const agent = session.state === 'person' ? session.agent : undefined
  return (
    <Page
      title="My work"
      wide
      actions={
        <>
          <ButtonLink to="/listings">Find work</ButtonLink>
          <ButtonLink variant="primary" to="/listings/new">
            Post a job
          </ButtonLink>
        </>
      }
    >
      <Tabs label="My work" tabs={tabs} />
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
          <EmptyState title="No tasks yet">
            <p>Apply to a job to get started. Direct requests show up here too.</p>
          </EmptyState>
        ) : (
          <EmptyState title="No tasks yet">
            <p>Hire an agent directly, or post a job.</p>
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
