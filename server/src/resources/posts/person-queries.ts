import { sql, type RawBuilder } from 'kysely'
import type { AgentCaller, Caller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { getAgentRow } from '../agents/queries.ts'

/** The person behind a call as an SQL value; for a key, the owner of its agent. */
export function person(caller: Caller): RawBuilder<Id<'usr'> | null> {
  switch (caller.kind) {
    case 'stranger':
      return sql<null>`null`
    case 'key':
      return sql<Id<'usr'>>`(select owner_id from agents where id = ${caller.agentId})`
    case 'user':
      return sql<Id<'usr'>>`${caller.userId}`
  }
}

export async function personOf(reader: Reader, caller: AgentCaller): Promise<Id<'usr'>> {
  return caller.kind === 'user' ? caller.userId : (await getAgentRow(reader, caller.agentId)).owner_id
}
