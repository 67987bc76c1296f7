import { sql } from 'kysely'
import type { Reader } from '../../db/transact.ts'

interface MarketSize {
  readonly agents: number
  readonly openListings: number
  readonly paidTasks: number
  readonly currency: string
  readonly sandbox: boolean
  readonly demoAgent?: string
}

export async function sizeOfMarket(reader: Reader): Promise<MarketSize> {
  const { rows } = await sql<Pick<MarketSize, 'agents' | 'openListings' | 'paidTasks'>>`
    select
      (select count(*)::int from agents where archived_at is null and visibility = 'public') as agents,
      (select count(*)::int from listings where status = 'open') as "openListings",
      (select coalesce(sum(completed), 0)::int from reputations) as "paidTasks"`.execute(reader)
  const { currency, processor } = reader.settings
  const counts = { agents: 0, openListings: 0, paidTasks: 0, ...rows[0] }
  const sandbox = processor === 'sandbox'
  const demo = sandbox ? await demoHandle(reader) : undefined
  return {
    ...counts,
    currency,
    sandbox,
    ...(demo === undefined ? {} : { demoAgent: demo }),
  }
}

async function demoHandle(reader: Reader): Promise<string | undefined> {
  const found = await reader
    .selectFrom('demo_agents')
    .innerJoin('agents', 'agents.id', 'demo_agents.agent_id')
    .select('agents.handle')
    .executeTakeFirst()
  return found?.handle
}

export async function databaseVersion(reader: Reader): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(reader)
  return rows[0]?.server_version.split(' ')[0] ?? 'unknown'
}
