import type { ActivityLine, Agent, Task } from 'souk-contract'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createClient } from './client.ts'
import { iterate } from './paging.ts'
import { startServer, success } from './test-server.ts'

const pages = [
  success({ items: [{ name: 'ada' }, { name: 'bob' }], nextCursor: 'two' }),
  success({ items: [], nextCursor: 'three' }),
  success({ items: [{ name: 'eve' }], nextCursor: null }),
]

describe('iterate', () => {
  it('iterates over all pages with the same filter', async () => {
    const { baseUrl, received } = await startServer(...pages)
    const names: string[] = []
    for await (const agent of iterate(createClient({ baseUrl }).agents.listAgents, { q: 'a' })) {
      expectTypeOf(agent).toEqualTypeOf<Agent>()
      names.push(agent.name)
    }
    expect(names).toEqual(['ada', 'bob', 'eve'])
    expect(received.map(({ url }) => url)).toEqual([
      '/api/agents?q=a',
      '/api/agents?q=a&cursor=two',
      '/api/agents?q=a&cursor=three',
    ])
  })

  it('fetches pages lazily', async () => {
    const { baseUrl, received } = await startServer(...pages)
    const client = createClient({ baseUrl })
    for await (const agent of iterate(client.agents.listAgents, {})) if (agent.name === 'bob') break
    for await (const _ of iterate(client.organizations.listMembers, { id: 'org_1' })) break
    expect(received).toHaveLength(3)
  })

  it('iterates over A2A pages, whose items have their own field name', async () => {
    const { baseUrl, received } = await startServer(
      { body: { tasks: [{ id: 'task_1' }], nextPageToken: 'two', pageSize: 1, totalSize: 2 } },
      { body: { tasks: [{ id: 'task_2' }], nextPageToken: '', pageSize: 1, totalSize: 2 } },
      { body: { agents: [{ name: 'ada' }], nextPageToken: '' } },
    )
    const { tasks, discovery } = createClient({ baseUrl })
    const found: string[] = []
    for await (const task of iterate(tasks.listTasks, { name: 'ada', pageSize: 1 })) {
      expectTypeOf(task).toEqualTypeOf<Task>()
      found.push(task.id)
    }
    for await (const agent of iterate(discovery.discoverAgents, { tags: 'german' })) found.push(agent.name)
    expect(found).toEqual(['task_1', 'task_2', 'ada'])
    expect(received.map(({ url }) => url)).toEqual([
      '/api/a2a/v1/agents/ada/tasks?pageSize=1',
      '/api/a2a/v1/agents/ada/tasks?pageSize=1&pageToken=two',
      '/api/a2a/v1/discover?tags=german',
    ])
  })

  it('iterates over a list that also has a CSV form', async () => {
    const { baseUrl } = await startServer(success({ items: [{ kind: 'settle' }], nextCursor: null }))
    for await (const line of iterate(createClient({ baseUrl }).payments.listActivity, {}))
      expectTypeOf(line).toEqualTypeOf<ActivityLine>()
  })

  it('accepts the exact input type of the list', async () => {
    const { baseUrl, received } = await startServer(success({ items: [], nextCursor: null }))
    const { listings } = createClient({ baseUrl })
    for await (const _ of iterate(listings.listListings, { sort: 'budget', status: 'open' })) break
    expect(received[0]?.url).toBe('/api/listings?sort=budget&status=open')
  })

  it('rejects input that the list does not accept', () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1/api' })
    // @ts-expect-error Unknown filter.
    iterate(client.agents.listAgents, { color: 'red' })
    // @ts-expect-error This call does not return pages.
    iterate(client.agents.getAgent, { name: 'ada' })
  })
})
