/** The only place for the filters of searches. A value is a parameter of a search or a field of a saved search. */
import { sql, type RawBuilder } from 'kysely'

interface Filter {
  readonly type: 'text' | 'bigint' | 'numeric'
  readonly matches: (value: RawBuilder<unknown>) => RawBuilder<boolean>
}

/** Filters by their names on the wire. */
type Filters = Readonly<Record<string, Filter>>

export interface NamedCondition {
  readonly name: string
  readonly condition: RawBuilder<boolean>
}

/** Conditions of the filters that a search uses. Unused ones are omitted, so that each search gets its own plan. */
export function conditionsOf(filters: Filters, search: object): NamedCondition[] {
  const values = new Map<string, unknown>(Object.entries(search))
  return Object.entries(filters).flatMap(([name, { type, matches }]) => {
    const value = values.get(name)
    if (value === undefined) return []
    return [{ name, condition: matches(sql`${value}::${sql.raw(type)}`) }]
  })
}

/** Conditions of the filters that the JSON of a saved search has. */
export function fieldConditions(filters: Filters, json: RawBuilder<unknown>): RawBuilder<boolean>[] {
  return Object.entries(filters).map(([name, { type, matches }]) => {
    const value = sql`(${json} ->> ${sql.lit(name)})::${sql.raw(type)}`
    return sql`(${json} ->> ${sql.lit(name)} is null or ${matches(value)})`
  })
}

const ratingAtLeast = (column: string, agentId: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from reputations
    where agent_id = ${agentId} and ${sql.ref(column)} >= ceil(${value} * 100)::int)`

/** Columns are not qualified, because some searches read them from a subquery. */
export function agentFilters(currency: string): Filters {
  const amount = sql`(pricing #>> '{price,amount}')::bigint`
  const priced = sql`pricing #>> '{price,currency}' = ${currency}`
  const free = sql`pricing ->> 'model' = 'free'`
  return {
    tag: { type: 'text', matches: (value) => sql`tags @> array[${value}]` },
    skill: {
      type: 'text',
      matches: (value) => sql`public_skills @> jsonb_build_array(jsonb_build_object('id', ${value}))`,
    },
    kind: { type: 'text', matches: (value) => sql`kind = ${value}` },
    taskType: { type: 'text', matches: (value) => sql`task_types @> array[${value}]` },
    minPrice: {
      type: 'bigint',
      matches: (value) => sql`(${amount} >= ${value} and ${priced} or ${value} = 0 and ${free})`,
    },
    maxPrice: { type: 'bigint', matches: (value) => sql`(${amount} <= ${value} and ${priced} or ${free})` },
    minRating: { type: 'numeric', matches: (value) => ratingAtLeast('provider_rating', sql`id`, value) },
    maxResponseMinutes: {
      type: 'bigint',
      matches: (value) => sql`exists (select from reputations
        where agent_id = id and median_response_seconds <= 60 * ${value})`,
    },
  }
}

/** Price of an agent in the currency of the marketplace; free work costs nothing. */
export function priceOfAgent(currency: string): RawBuilder<unknown> {
  return sql`case when pricing ->> 'model' = 'free' then 0
    when pricing #>> '{price,currency}' = ${currency} then (pricing #>> '{price,amount}')::bigint end`
}

/** Matches the index expression: no budget counts as zero, which no bound matches. */
export const budgetKey = sql`coalesce(listings.budget, 0)`

export const listingFilters: Filters = {
  tag: { type: 'text', matches: (value) => sql`listings.tags @> array[${value}]` },
  taskType: { type: 'text', matches: (value) => sql`listings.task_type = ${value}` },
  category: { type: 'text', matches: (value) => sql`listings.category = ${value}` },
  minBudget: { type: 'bigint', matches: (value) => sql`${budgetKey} >= greatest(${value}, 1)` },
  maxBudget: { type: 'bigint', matches: (value) => sql`${budgetKey} between 1 and ${value}` },
  minRating: {
    type: 'numeric',
    matches: (value) => ratingAtLeast('client_rating', sql`listings.client_id`, value),
  },
}
