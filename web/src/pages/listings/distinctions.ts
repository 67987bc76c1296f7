import type { Market } from 'souk-contract'

export type Distinction = 'price' | 'delivery' | 'rating'

/** The applicant that beats all others in a respect, by its ID. An applicant has one distinction at most: the first in the order of the type. */
export function distinctionsOf(applications: readonly Market[]): ReadonlyMap<string, Distinction> {
  const found = new Map<string, Distinction>()
  for (const [distinction, measure] of measures) {
    const best = bestOf(applications, measure)
    if (best !== undefined && !found.has(best.provider.agentId)) found.set(best.provider.agentId, distinction)
  }
  return found
}

/** Less is better. */
const measures: readonly (readonly [Distinction, (market: Market) => number | undefined])[] = [
  ['price', ({ terms }) => terms?.price?.amount],
  ['delivery', ({ terms }) => (terms?.deliverBy === undefined ? undefined : Date.parse(terms.deliverBy))],
  ['rating', ({ reputation }) => negated(reputation?.provider.rating.score ?? null)],
]

const negated = (value: number | null) => (value === null ? undefined : -value)

/** Undefined if two are equally good, or fewer than two can be compared. */
function bestOf(applications: readonly Market[], measure: (market: Market) => number | undefined) {
  const measured = applications
    .flatMap((market) => {
      const value = measure(market)
      return value === undefined ? [] : [{ market, value }]
    })
    .toSorted((one, other) => one.value - other.value)
  const [first, second] = measured
  return first === undefined || second === undefined || first.value === second.value
    ? undefined
    : first.market
}
