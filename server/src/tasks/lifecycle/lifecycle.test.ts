import { endReasons, phases, taskActions, type Phase } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import type { EventMaker } from '../../db/task-tables.ts'
import { clocks } from './timeouts.ts'
import { allowedActions, clockRow, deeds, findRow, isInterrupted, isTerminal, rows } from './lifecycle.ts'
import {
  after,
  edgeName,
  isSound,
  nameOf,
  rowName,
  rowsAt,
  standingOfState,
  walk,
  type Edge,
  type State,
} from './test-walk.ts'

/** Goal: what the table promises holds for every task there can ever be. Method: all states are walked, not some. */
const { states, edges } = walk()
const open = states.filter(({ phase }) => !isTerminal(phase))
const ended = states.filter(({ phase }) => isTerminal(phase))
const sides = ['client', 'provider'] as const
const makers: readonly EventMaker[] = ['client', 'provider', 'operator', 'clock', 'listing']
const terminal: readonly Phase[] = ['completed', 'canceled', 'rejected', 'failed']
const paying = new Set(['settle', 'pay_frozen', 'split_frozen'])
const returning = new Set(['release', 'return_frozen'])

const onward = new Map<string, Edge[]>()
for (const edge of edges) {
  const name = nameOf(edge.from)
  onward.set(name, [...(onward.get(name) ?? []), edge])
}

/** Every state that can be reached from one by the moves of some makers, and that one. */
function reach(start: State, by: readonly EventMaker[]): Map<string, State> {
  const known = new Map([[nameOf(start), start]])
  for (const name of known.keys()) {
    for (const { row, to } of onward.get(name) ?? []) if (by.includes(row.by)) known.set(nameOf(to), to)
  }
  return known
}

/** The names of the edges that are not as they should be. */
function faults(wrong: (edge: Edge) => boolean): string[] {
  return edges.filter(wrong).map(edgeName)
}

describe('the table of the lifecycle', () => {
  it('reaches every phase, uses every row and every reason, and ends where it should', () => {
    expect(new Set(states.map(({ phase }) => phase))).toEqual(new Set(phases))
    expect(rows.filter((row) => !edges.some((edge) => edge.row === row)).map(rowName)).toEqual([])
    expect(new Set(edges.flatMap(({ row }) => row.reason ?? []))).toEqual(new Set(endReasons))
    expect(phases.filter(isTerminal)).toEqual(terminal)
  })

  it('never lets two rows answer for the same move of the same maker', () => {
    const twice = states.flatMap((state) =>
      rowsAt(state)
        .filter(
          (row, index, all) => all.findIndex(({ move, by }) => move === row.move && by === row.by) !== index,
        )
        .map((row) => `${nameOf(state)}: ${rowName(row)}`),
    )
    expect(twice).toEqual([])
  })

  it('says why exactly when it ends a task', () => {
    expect(faults(({ row, to }) => (row.reason !== undefined) !== isTerminal(to.phase))).toEqual([])
  })

  it('is read by findRow as it is written', () => {
    const moves = new Set(rows.map(({ move }) => move))
    for (const state of states.filter(({ unseen }) => !unseen)) {
      const found = makers.flatMap((by) =>
        [...moves].flatMap((move) => findRow(standingOfState(state), move, by) ?? []),
      )
      expect(new Set(found), nameOf(state)).toEqual(new Set(rowsAt(state)))
    }
  })

  it('gives a name in the audit log to every move that ends a task or moves money, but for an answer', () => {
    const weighty = rows.filter(({ money, reason }) => money !== undefined || reason !== undefined)
    const unnamed = weighty.filter(({ move }) => deeds[move] === undefined)
    expect(unnamed.map(({ move }) => move)).toEqual(['reply'])
  })
})

describe('clocks', () => {
  it('run in every open state, one at a time, and in no state that has ended', () => {
    const wrong = open.filter((state) => {
      const striking = rowsAt(state).filter(({ by }) => by === 'clock')
      const [only] = striking
      return (
        striking.length !== 1 ||
        clockRow(standingOfState(state)) !== only ||
        clocks[state.phase] === undefined
      )
    })
    expect(wrong.map(nameOf)).toEqual([])
    const running = ended.filter(
      (state) => clockRow(standingOfState(state)) !== undefined || clocks[state.phase] !== undefined,
    )
    expect(running.map(nameOf)).toEqual([])
  })

  it('never strike twice for one wait: the task has ended, or waits for something else', () => {
    expect(
      faults(({ row, from, to }) => row.by === 'clock' && clocks[from.phase] === clocks[to.phase]),
    ).toEqual([])
  })

  it('alone end a task after two strikes at the most', () => {
    const strikes = open.map((state) => {
      let now = state
      let count = 0
      for (; !isTerminal(now.phase) && count < 10; count++) {
        const row = clockRow(standingOfState(now))
        if (row !== undefined) now = after(now, row)
      }
      return { state: nameOf(state), count }
    })
    expect(strikes.filter(({ count }) => count > 2)).toEqual([])
    expect(Math.max(...strikes.map(({ count }) => count))).toBe(2)
  })

  it('cannot be put off for ever: what starts one anew cannot be done again', () => {
    const everybody = new Map(states.map((state) => [nameOf(state), reach(state, makers)]))
    const circles = faults(
      ({ from, to }) =>
        clocks[from.phase] !== clocks[to.phase] && everybody.get(nameOf(to))?.has(nameOf(from)) === true,
    )
    expect(circles).toEqual([])
  })
})

describe('held funds', () => {
  it('are held once, and moved only from where they lie', () => {
    expect(faults(({ from, row }) => !isSound(from, row.money))).toEqual([])
  })

  it('are gone when a task ends, frozen while it is disputed and only then', () => {
    const wrong = states.filter(
      ({ phase, funds }) =>
        (isTerminal(phase) && funds !== 'none') || (phase === 'disputed') !== (funds === 'frozen'),
    )
    expect(wrong.map(nameOf)).toEqual([])
  })

  it('lie there from the agreement to the end of work that has a price', () => {
    const wrong = open.filter(
      ({ phase, priced, funds }) => (funds !== 'none') !== (priced && phase !== 'applied'),
    )
    expect(wrong.map(nameOf)).toEqual([])
  })

  it('are paid where work is completed, and returned where it is not', () => {
    const held = edges.filter(({ from, to }) => from.funds !== 'none' && isTerminal(to.phase))
    const wrong = held.filter(({ row, to }) => {
      const right = to.phase === 'completed' ? paying : returning
      return row.money === undefined || !right.has(row.money)
    })
    expect(wrong.map(edgeName)).toEqual([])
    expect(held.length).toBeGreaterThan(0)
  })

  it('reach the provider only by the client, by the clock after a delivery, or by an operator in a dispute', () => {
    const paid = edges.filter(({ row }) => row.money !== undefined && paying.has(row.money))
    const wrong = paid.filter(({ from, row }) => {
      if (row.by === 'client') return false
      if (row.by === 'clock') return !from.delivered
      return row.by !== 'operator' || from.phase !== 'disputed'
    })
    expect(wrong.map(edgeName)).toEqual([])
    expect(new Set(paid.map(({ row }) => row.by))).toEqual(new Set(['client', 'clock', 'operator']))
  })

  it('are out of reach of a provider who acts alone', () => {
    const gains = open.flatMap((state) =>
      [...reach(state, ['provider']).keys()]
        .flatMap((name) => onward.get(name) ?? [])
        .filter(({ row }) => row.by === 'provider' && row.money !== undefined && paying.has(row.money)),
    )
    expect(gains.map(edgeName)).toEqual([])
  })

  it('do not come back to a client who acts alone once work exists', () => {
    const gains = open
      .filter(({ work }) => work)
      .flatMap((state) => [...reach(state, ['client']).keys()].flatMap((name) => onward.get(name) ?? []))
      .filter(({ row }) => row.by === 'client' && row.money !== undefined && returning.has(row.money))
    expect(gains.map(edgeName)).toEqual([])
  })
})

describe('parties', () => {
  it.each(sides)('the %s can always bring about an end, helped by nothing but clocks', (side) => {
    const stuck = open.filter(
      (state) => ![...reach(state, [side, 'clock']).values()].some(({ phase }) => isTerminal(phase)),
    )
    expect(stuck.map(nameOf)).toEqual([])
  })

  it.each(sides)('the %s sees in allowedActions what findRow lets it do, each once', (side) => {
    for (const state of states) {
      const standing = standingOfState(state)
      const possible = taskActions.filter((action) => findRow(standing, action, side) !== undefined)
      expect(allowedActions(standing, side), nameOf(state)).toEqual(possible)
    }
  })

  it('have a state for every action of the contract', () => {
    const done = new Set(
      open.flatMap((state) => sides.flatMap((side) => allowedActions(standingOfState(state), side))),
    )
    expect(taskActions.filter((action) => !done.has(action))).toEqual([])
  })

  it('have nothing left to do where a task has ended', () => {
    const busy = ended.filter((state) =>
      sides.some((side) => allowedActions(standingOfState(state), side).length > 0),
    )
    expect(busy.map(nameOf)).toEqual([])
  })

  it('cannot cancel work that exists', () => {
    expect(faults(({ from, row }) => row.move === 'cancel' && row.by === 'client' && from.work)).toEqual([])
  })

  it('are answered by a message only where nothing is held and nobody has seen the task', () => {
    expect(
      faults(({ from, row }) => row.move === 'reply' && (from.funds !== 'none' || !from.unseen)),
    ).toEqual([])
  })

  it('let a call rest exactly where the client is the next to act', () => {
    const resting = phases.filter(isInterrupted)
    expect(resting).toEqual(['input_required', 'auth_required', 'delivered', 'disputed'])
    const idle = open.filter(
      (state) =>
        isInterrupted(state.phase) &&
        !state.unseen &&
        allowedActions(standingOfState(state), 'client').length === 0,
    )
    expect(idle.map(nameOf)).toEqual([])
  })
})
