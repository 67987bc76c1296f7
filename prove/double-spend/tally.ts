import type { Counts } from '../suite.ts'
import type { RaceResult } from './race.ts'
import type { Action, Pair } from './actions.ts'

/** Counters of a run, and successful calls per pair. */
export interface Tally {
  record(pair: Pair, result: RaceResult): void
  add(name: string, more?: number): void
  count(name: string): number
  successes(pair: Pair): number
  counts(): Counts
}

export function createTally(): Tally {
  const counters = new Map<string, number>()
  const successes = new Map<string, number>()
  const count = (name: string) => counters.get(name) ?? 0
  const add = (name: string, more = 1) => void counters.set(name, count(name) + more)
  return {
    add,
    count,
    record: (pair, { responses, succeeded, outcomeCount }) => {
      add('races')
      if (outcomeCount > 1) add('races that the order decided')
      add('calls', responses.length)
      add('successes', succeeded[0] + succeeded[1])
      add('charges', successesOf('charge', pair, succeeded))
      for (const { kind } of responses) if (kind !== undefined) add(`refused ${kind}`)
      successes.set(nameOf(pair), (successes.get(nameOf(pair)) ?? 0) + succeeded[0] + succeeded[1])
    },
    successes: (pair) => successes.get(nameOf(pair)) ?? 0,
    counts: () => Object.fromEntries(counters),
  }
}

function successesOf(action: Action, pair: Pair, succeeded: RaceResult['succeeded']): number {
  return succeeded.filter((_, index) => pair[index] === action).reduce((sum, count) => sum + count, 0)
}

function nameOf(pair: Pair): string {
  return pair.join(' and ')
}
