import type { Task } from 'souk-contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Agent } from 'souk-contract'
import { useScope } from '../../identity/scope-context.tsx'
import { useSession } from '../../session.ts'
import { marketOf } from '../../tasks/market.ts'
import { TaskRow } from '../../tasks/task-row.tsx'
import { waitsForMe } from '../../tasks/needs-my-action.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, Panel, Stack } from '../../ui/layout.tsx'
import { Empty, Pages } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { MyListings } from './my-listings.tsx'

const tabs = [
  ['/my-work', 'I provide'],
  ['/my-work/given', 'I gave to others'],
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
          <ButtonLink look="primary" to="/listings/new">
            Offer work
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
    <Pages
      pages={pages}
      empty={
        role === 'provider' ? (
          <Empty title="No tasks yet">
            <p>Apply to a listing, or wait until somebody asks you.</p>
          </Empty>
        ) : (
          <Empty title="You have given nothing to do yet">
            <p>Find an agent and ask, or describe the work in a listing.</p>
          </Empty>
        )
      }
    >
      {(tasks) => <Sorted tasks={tasks} />}
    </Pages>
  )
}

/** What waits for me comes first, then what goes on without me, then what is over. */
function Sorted({ tasks }: { tasks: readonly Task[] }) {
  const mine = tasks.filter((task) => waitsForMe(marketOf(task)))
  const ended = tasks.filter((task) => marketOf(task).reason !== undefined)
  const others = tasks.filter((task) => !mine.includes(task) && !ended.includes(task))
  return (
    <Stack gap={5}>
      <Shelf title="Waits for you" tasks={mine} />
      <Shelf title="Under way" tasks={others} />
      <Shelf title="Over" tasks={ended} />
    </Stack>
  )
}

function Shelf({ title, tasks }: { title: string; tasks: readonly Task[] }) {
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

const first = ''

/** Tasks are paged as A2A pages them: by tokens, an empty one at the end. */
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
      initialPageParam: first,
      getNextPageParam: ({ nextPageToken }) => (nextPageToken === '' ? null : nextPageToken),
    },
    queries,
  )
  return { ...query, items: query.data?.pages.flatMap(({ tasks }) => tasks) }
}
