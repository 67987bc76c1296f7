/** The only place that counts facets: one pass over a bounded number of rows, then one count for each facet. */
import { sql, type RawBuilder } from 'kysely'
import { minorUnits } from 'souk-contract'
import type { Reader } from '../db/transact.ts'
import type { NamedCondition } from './filter-queries.ts'

/** At most this many rows are compared, the newest first, which bounds the cost. */
export const comparedMax = 10_000
const valuesMax = 20

interface FacetPlan {
  /** `from` clause of at most `comparedMax` rows and one more. */
  readonly source: RawBuilder<unknown>
  /** Conditions that hold for every result. */
  readonly matches: RawBuilder<boolean>
  readonly filters: readonly NamedCondition[]
  /** Values of each facet as a text array, with the filter that selects one of them. */
  readonly values: Readonly<Record<string, { readonly from: RawBuilder<unknown>; readonly filter: string }>>
  readonly amount: RawBuilder<unknown>
  readonly amountFilters: readonly string[]
  /** Rating in hundredths. */
  readonly rating: RawBuilder<unknown>
}

interface CountedValue {
  readonly value: string
  readonly count: number
}

interface CountedFacets<Name extends string> {
  readonly total: number
  readonly exact: boolean
  readonly values: Readonly<Record<Name, CountedValue[]>>
  readonly ranges: { min: number; max: number | null; count: number }[]
  readonly ratings: { min: number; count: number }[]
}

export async function countFacets<Name extends string>(
  reader: Reader,
  plan: FacetPlan & { readonly values: Readonly<Record<Name, unknown>> },
): Promise<CountedFacets<Name>> {
  const { rows } = await sql<CountedRow<Name>>`/* facets */
    with pool as materialized (${poolOf(plan)})
    select count(*)::int as compared, count(*) filter (where ${allBut(plan)})::int as total,
      jsonb_build_object(${sql.join(valueFacets(plan))}) as values,
      (select jsonb_build_array(${sql.join(rangeCounts(reader))}) from pool
        where ${allBut(plan, plan.amountFilters)}) as ranges,
      (select jsonb_build_array(${sql.join(ratingCounts)}) from pool where ${allBut(plan, ['minRating'])}) as ratings
    from pool`.execute(reader)
  const [counted] = rows
  if (counted === undefined) throw new Error('an aggregate returns one row')
  return {
    total: Math.min(counted.total, comparedMax),
    exact: counted.compared <= comparedMax,
    values: counted.values,
    ranges: rangesIn(reader.settings.currency).map((range, place) => ({
      ...range,
      count: counted.ranges[place] ?? 0,
    })),
    ratings: ratingBounds.map((min, place) => ({ min, count: counted.ratings[place] ?? 0 })),
  }
}

interface CountedRow<Name extends string> {
  readonly compared: number
  readonly total: number
  readonly values: Record<Name, CountedValue[]>
  readonly ranges: number[]
  readonly ratings: number[]
}

/** Only the columns that are counted, with one flag for each filter. */
function poolOf({ source, matches, filters, values, amount, rating }: FacetPlan): RawBuilder<unknown> {
  const columns = [
    ...Object.entries(values).map(([name, { from }]) => sql`${from} as ${sql.ref(name)}`),
    ...filters.map(({ name, condition }) => sql`${condition} as ${flag(name)}`),
    sql`${amount} as amount`,
    sql`${rating} as rating`,
    sql`${matches} as matches`,
  ]
  return sql`select ${sql.join(columns)} from ${source}`
}

const flag = (name: string) => sql.ref(`has_${name}`)

/** All filters but some hold: the counts of a filter ignore its own value. */
function allBut({ filters }: FacetPlan, ignored: readonly string[] = []): RawBuilder<boolean> {
  const held = filters.filter(({ name }) => !ignored.includes(name)).map(({ name }) => flag(name))
  return sql`${sql.join([sql`matches`, ...held], sql` and `)}`
}

function valueFacets(plan: FacetPlan): RawBuilder<unknown>[] {
  return Object.entries(plan.values).flatMap(([name, { filter }]) => [
    sql`${sql.lit(name)}`,
    sql`(select coalesce(jsonb_agg(jsonb_build_object('value', value, 'count', count)
        order by count desc, value), '[]')
      from (select value, count(*)::int as count from pool, unnest(${sql.ref(name)}) as value
        where ${allBut(plan, [filter])} group by value order by count(*) desc, value limit ${valuesMax}) counted)`,
  ])
}

function rangeCounts({ settings }: Reader): RawBuilder<unknown>[] {
  return rangesIn(settings.currency).map(({ min, max }) => {
    const below = max === null ? sql`true` : sql`amount <= ${max}::bigint`
    return sql`count(*) filter (where amount >= ${min}::bigint and ${below})`
  })
}

const rangeBounds = [0, 10, 50, 200, 1000]

/** Ranges of amounts in minor units, without gaps. */
function rangesIn(currency: string): { min: number; max: number | null }[] {
  const minor = rangeBounds.map((bound) => minorUnits(bound, currency))
  return minor.map((min, place) => {
    const next = minor[place + 1]
    return { min, max: next === undefined ? null : next - 1 }
  })
}

const ratingBounds = [4.5, 4, 3]
const ratingCounts = ratingBounds.map((bound) => sql`count(*) filter (where rating >= ${bound * 100}::int)`)
