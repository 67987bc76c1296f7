import type { Counts } from '../suite.ts'
import type { Result } from './race.ts'
import type { Deed, Pair } from './actions.ts'

/** What was tried and what came of it, by name. */
export interface Scores {
  note(pair: Pair, result: Result): void
  add(name: string, many?: number): void
  count(name: string): number
  winners(pair: Pair): number
  counts(): Counts
}

export function openScores(): Scores {
  const counted = new Map<string, number>()
  const winners = new Map<string, number>()
  const count = (name: string) => counted.get(name) ?? 0
  const add = (name: string, many = 1) => void counted.set(name, count(name) + many)
  return {
    add,
    count,
    note: (pair, { sent, won, ends }) => {
      add('contests')
      if (ends > 1) add('contests that the order decided')
      add('attempts', sent.length)
      add('winners', won[0] + won[1])
      add('charges', wonBy('charge', pair, won))
      for (const { kind } of sent) if (kind !== undefined) add(`refused ${kind}`)
      winners.set(nameOf(pair), (winners.get(nameOf(pair)) ?? 0) + won[0] + won[1])
    },
    winners: (pair) => winners.get(nameOf(pair)) ?? 0,
    counts: () => Object.fromEntries(counted),
  }
}

function wonBy(wanted: Deed, pair: Pair, won: Result['won']): number {
  return won.filter((_, place) => pair[place] === wanted).reduce((sum, many) => sum + many, 0)
}

function nameOf(pair: Pair): string {
  return pair.join(' and ')
}
