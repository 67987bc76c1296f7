import type { Agent } from 'souk-contract'
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
  it('walks through every page with the same filter', async () => {
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

  it('asks for no page that nobody wants', async () => {
    const { baseUrl, received } = await startServer(...pages)
    const client = createClient({ baseUrl })
    for await (const agent of iterate(client.agents.listAgents, {})) if (agent.name === 'bob') break
    for await (const _ of iterate(client.organizations.listMembers, { id: 'org_1' })) break
    expect(received).toHaveLength(3)
  })

  it('takes only what the list takes', () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1/api' })
    // @ts-expect-error There is no such filter.
    iterate(client.agents.listAgents, { colour: 'red' })
    // @ts-expect-error This call does not answer pages.
    iterate(client.agents.getAgent, { name: 'ada' })
  })
})
