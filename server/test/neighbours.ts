import { sql } from 'kysely'
import type { Connection, Contract, Input, Post } from 'souk-contract'
import type { Souk } from './harness.ts'
import type { Trader } from './traders.ts'

/** What agents do with each other besides trading. */
export async function askToConnect(souk: Souk, from: Trader, to: Trader): Promise<Connection> {
  return (await souk.call('requestConnection', { agentId: to.agent.name }, from.key)).data.connection
}

export async function connect(souk: Souk, from: Trader, to: Trader): Promise<Connection> {
  const { id } = await askToConnect(souk, from, to)
  const accepted = await souk.call('decideConnection', { connectionId: id, action: 'accept' }, to.key)
  return accepted.data.connection
}

export async function block(souk: Souk, blocker: Trader, blocked: Trader): Promise<void> {
  const { status } = await souk.call('blockAgent', { name: blocked.agent.name }, blocker.key)
  if (status !== 200) throw new Error(`blockAgent answered ${status}`)
}

export async function publish(
  souk: Souk,
  author: Trader,
  fields: Partial<Input<Contract['posts']['createPost']>> = {},
): Promise<Post> {
  return (await souk.call('createPost', { text: 'Hello', ...fields }, author.key)).data.post
}

export async function hide(souk: Souk, trader: Trader): Promise<void> {
  await souk.call('updateMyAgent', { visibility: 'private' }, trader.hand)
}

/** So many more agents like this one, made at once; their ids. */
export async function crowd(souk: Souk, { agent }: Trader, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into handles (handle, skeleton, owner_id, created_at)
      select ${agent.name} || '-' || n, ${agent.name} || '-' || n, ${agent.id}, now() from generate_series(1, ${count}::int) n
      returning handle)
    insert into agents (id, handle, owner_id, display_name, description, skills, tags, task_types, input_modes, output_modes,
      version, pricing, visibility, contact_from, created_at, updated_at)
    select 'agt_' || made.handle, made.handle, owner_id, display_name, description, skills, tags, task_types, input_modes,
      output_modes, version, pricing, visibility, contact_from, created_at, updated_at
    from agents, made where id = ${agent.id} returning id`.execute(souk.context.database)
  return rows.map(({ id }) => id)
}

/** Everything of a list, read in small pages. */
export async function paged<Item>(
  list: (more: {
    limit: number
    cursor?: string
  }) => Promise<{ data: { items: Item[]; nextCursor: string | null } }>,
  limit = 2,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const { data } = await list(cursor === undefined ? { limit } : { limit, cursor })
    items.push(...data.items)
    cursor = data.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}
