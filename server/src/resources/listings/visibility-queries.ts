/** The only place that decides which listings the public sees, besides their status. */
import { sql, type RawBuilder } from 'kysely'

/** SQL condition: the listing with this alias is not hidden by the operators, and its client is neither archived nor suspended. */
export function isPublic(alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.hidden_at`)} is null and exists (
    select from agents
    where agents.id = ${sql.ref(`${alias}.client_id`)} and agents.archived_at is null and agents.standing <> 'suspended'))`
}
