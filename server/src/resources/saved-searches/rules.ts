import { marketFilters, type SearchCriteria } from 'souk-contract'
import { fail } from '../../failure.ts'
import { after, day, hour, minute } from '../../lib/clock.ts'
import { prefixQuery } from '../../search/tokenize.ts'
import type { Alerts, Market } from '../../search/tables.ts'

/** Saved searches of all agents of one owner. */
export const searchesMax = 100

/** At least this long between two alerts of one search. */
const pauseMs = 10 * minute
const morning = 8 * hour

/** Rules on criteria that their schema cannot express. */
export function requireValidCriteria(market: Market, criteria: SearchCriteria): void {
  const foreign = Object.keys(criteria).find((name) => !marketFilters[market].includes(name))
  if (foreign !== undefined) {
    fail(
      'unprocessable',
      `"criteria.${foreign}" is not a filter of ${market}.`,
      `Use ${marketFilters[market].join(', ')}.`,
    )
  }
  if (criteria.q !== undefined && wordsOf(criteria) === null) {
    fail('unprocessable', '"criteria.q" must contain a letter or digit.', 'Enter a word, or omit "q".')
  }
  requireRange('Price', criteria.minPrice, criteria.maxPrice)
  requireRange('Budget', criteria.minBudget, criteria.maxBudget)
}

function requireRange(name: string, min = 0, max = Number.MAX_SAFE_INTEGER): void {
  if (min <= max) return
  fail(
    'unprocessable',
    `"criteria.min${name}" must not be greater than "criteria.max${name}".`,
    'Swap the two bounds.',
  )
}

/** The words of a search as a query for their prefixes. */
export function wordsOf({ q = '' }: SearchCriteria): string | null {
  return prefixQuery(q) || null
}

interface AlertPlan {
  readonly alerts: Alerts
  readonly alertedAt: Date | null
  readonly timeZone: string
}

/** When a match that is found now is announced. */
export function alertTime(now: Date, { alerts, alertedAt, timeZone }: AlertPlan): Date {
  if (alerts === 'daily') return nextMorning(now, timeZone)
  const rested = alertedAt === null ? now : after(alertedAt, pauseMs)
  return rested > now ? rested : now
}

/** The next 8:00 in the local time of the person; an hour off on the day when daylight saving time begins or ends. */
function nextMorning(now: Date, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  const sinceMidnight = (parts.get('hour') ?? 0) * hour + (parts.get('minute') ?? 0) * minute
  const wait = (morning - sinceMidnight + day) % day
  const start = now.getTime() - (now.getTime() % minute)
  return new Date(start + (wait === 0 ? day : wait))
}
