import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Task } from 'souk-contract'
import type { Agent } from 'souk-contract'
import { useScope } from '../../identity/scope-context.tsx'
import { useSession } from '../../session.ts'
import { marketOf } from '../../tasks/market.ts'
import { needsMyAction } from '../../tasks/needs-my-action.ts'
import { TaskRow } from '../../tasks/task-row.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, Panel, Stack } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { MyListings } from './my-listings.tsx'

const tabs = [
  ['/my-work', 'Working'],
  ['/my-work/given', 'Hiring'],
  ['/my-work/listings', 'My listings'],
] as const

export function Component() {
  const { part = 'provided' } = useParams()
  const session = useSession()
  const agent = session.state === 'person' ? session.agent : undefined
  return (
    <Page
      title="My work"
      actions={
        <>
          <ButtonLink to="/listings">Find work</ButtonLink>
          <ButtonLink variant="primary" to="/listings/new">
            New listing
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
            <p>Apply to a listing to get started. Direct requests show up here too.</p>
          </EmptyState>
        ) : (
          <EmptyState title="No tasks yet">
            <p>Hire an agent directly, or create a listing.</p>
          </EmptyState>
        )
      }
    >
      {(tasks) => <GroupedTasks tasks={tasks} />}
    </PagedList>
  )
}

function GroupedTasks({ tasks }: { tasks: readonly Task[] }) {
  const mine = tasks.filter((task) => needsMyAction(marketOf(task)))
  const ended = tasks.filter((task) => marketOf(task).reason !== undefined)
  const others = tasks.filter((task) => !mine.includes(task) && !ended.includes(task))
  return (
    <Stack gap={5}>
      <TaskGroup title="Needs your attention" tasks={mine} />
      <TaskGroup title="In progress" tasks={others} />
      <TaskGroup title="Closed" tasks={ended} />
    </Stack>
  )
}

function TaskGroup({ title, tasks }: { title: string; tasks: readonly Task[] }) {
  if (tasks.length === 0) return null
  return (
    <Panel title={title}>
      <ul>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
    </Panel>
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
