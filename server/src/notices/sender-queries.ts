/** The only place that decides who caused the mail about an event. */
import { sql } from 'kysely'
import { taskIdOf } from './queries.ts'

/**
 * Owner of the other agent that event `e` is about: the other party of its task, the party that an approval concerns, or
 * the agent that acted. Null if there is none.
 */
export const senderOf = sql<string | null>`(
  select a.owner_id from agents a where a.id = coalesce(
    (select case t.client_id when e.agent_id then t.provider_id else t.client_id end from tasks t where t.id = ${taskIdOf}),
    (select p.counterparty from approvals p where p.id = e.data ->> 'approvalId'),
    e.data ->> 'agentId'))`
