import { sql, type RawBuilder } from 'kysely'

/** Whether an endpoint of the agent accepted the last message. */
export function webhookHealthy(agentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from webhooks w
    where w.agent_id = ${agentId} and w.status = 'active' and w.failures = 0 and w.last_success_at is not null)`
}
