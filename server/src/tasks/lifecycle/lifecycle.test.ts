import { endReasons, phases, taskActions, type Phase } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import type { EventActor } from '../../db/task-tables.ts'
import { timeouts } from './timeouts.ts'
import {
  allowedActions,
  timeoutTransition,
  auditActions,
  findTransition,
  isInterrupted,
  isTerminal,
  transitions,
} from './lifecycle.ts'
import {
  after,
  edgeName,
  isSound,
  nameOf,
  transitionName,
  transitionsAt,
  taskStateOfModel,
  walk,
  type Edge,
  type ModelState,
} from './test-walk.ts'

/** Goal: what the table promises holds for every task there can ever be. Method: all states are walked, not some. */
const { states, edges } = walk()
const open = states.filter(({ phase }) => !isTerminal(phase))
const ended = states.filter(({ phase }) => isTerminal(phase))
const sides = ['client', 'provider'] as const
const makers: readonly EventActor[] = ['client', 'provider', 'operator', 'clock', 'listing']
const terminal: readonly Phase[] = ['completed', 'canceled', 'rejected', 'failed']
const paying = new Set(['settle', 'pay_frozen', 'split_frozen'])
const returning = new Set(['release', 'return_frozen'])

const onward = new Map<string, Edge[]>()
for (const edge of edges) {
  const name = nameOf(edge.from)
  onward.set(name, [...(onward.get(name) ?? []), edge])
}

/** Every state that can be reached from one by the actions of some makers, and that one. */
function reach(start: ModelState, by: readonly EventActor[]): Map<string, ModelState> {
  const known = new Map([[nameOf(start), start]])
  for (const name of known.keys()) {
    for (const { transition, to } of onward.get(name) ?? [])
      if (by.includes(transition.by)) known.set(nameOf(to), to)
  }
  return known
}

/** The names of the edges that are not as they should be. */
function faults(wrong: (edge: Edge) => boolean): string[] {
  return edges.filter(wrong).map(edgeName)
}

describe('the table of the lifecycle', () => {
  it('reaches every phase, uses every transition and every reason, and ends where it should', () => {
    expect(new Set(states.map(({ phase }) => phase))).toEqual(new Set(phases))
    expect(
      transitions
        .filter((transition) => !edges.some((edge) => edge.transition === transition))
        .map(transitionName),
    ).toEqual([])
    expect(new Set(edges.flatMap(({ transition }) => transition.reason ?? []))).toEqual(new Set(endReasons))
    expect(phases.filter(isTerminal)).toEqual(terminal)
  })

  it('never lets two transitions answer for the same action of the same maker', () => {
    const twice = states.flatMap((state) =>
      transitionsAt(state)
        .filter(
          (transition, index, all) =>
            all.findIndex(({ action, by }) => action === transition.action && by === transition.by) !== index,
        )
        .map((transition) => `${nameOf(state)}: ${transitionName(transition)}`),
    )
    expect(twice).toEqual([])
  })

  it('says why exactly when it ends a task', () => {
    expect(
      faults(({ transition, to }) => (transition.reason !== undefined) !== isTerminal(to.phase)),
    ).toEqual([])
  })

  it('is read by findRow as it is written', () => {
    const actions = new Set(transitions.map(({ action }) => action))
    for (const state of states.filter(({ clientWaiting }) => !clientWaiting)) {
      const found = makers.flatMap((by) =>
        [...actions].flatMap((action) => findTransition(taskStateOfModel(state), action, by) ?? []),
      )
      expect(new Set(found), nameOf(state)).toEqual(new Set(transitionsAt(state)))
    }
  })

  it('gives a name in the audit log to every action that ends a task or actions recipe, but for an answer', () => {
    const weighty = transitions.filter(({ recipe, reason }) => recipe !== undefined || reason !== undefined)
    const unnamed = weighty.filter(({ action }) => auditActions[action] === undefined)
    expect(unnamed.map(({ action }) => action)).toEqual(['reply'])
  })
})

describe('clocks', () => {
  it('run in every open state, one at a time, and in no state that has ended', () => {
    const wrong = open.filter((state) => {
      const striking = transitionsAt(state).filter(({ by }) => by === 'clock')
      const [only] = striking
      return (
        striking.length !== 1 ||
        timeoutTransition(taskStateOfModel(state)) !== only ||
        timeouts[state.phase] === undefined
      )
    })
    expect(wrong.map(nameOf)).toEqual([])
    const running = ended.filter(
      (state) =>
        timeoutTransition(taskStateOfModel(state)) !== undefined || timeouts[state.phase] !== undefined,
    )
    expect(running.map(nameOf)).toEqual([])
  })

  it('never strike twice for one wait: the task has ended, or waits for something else', () => {
    expect(
      faults(
        ({ transition, from, to }) =>
          transition.by === 'clock' && timeouts[from.phase] === timeouts[to.phase],
      ),
    ).toEqual([])
  })

  it('alone end a task after two strikes at the most', () => {
    const strikes = open.map((state) => {
      let now = state
      let count = 0
      for (; !isTerminal(now.phase) && count < 10; count++) {
        const transition = timeoutTransition(taskStateOfModel(now))
        if (transition !== undefined) now = after(now, transition)
      }
      return { state: nameOf(state), count }
    })
    expect(strikes.filter(({ count }) => count > 2)).toEqual([])
    expect(Math.max(...strikes.map(({ count }) => count))).toBe(2)
  })

  it('cannot be extended indefinitely: an action that restarts one happens only once', () => {
    const reachable = new Map(states.map((state) => [nameOf(state), reach(state, makers)]))
    const circles = faults(
      ({ from, to }) =>
        timeouts[from.phase] !== timeouts[to.phase] && reachable.get(nameOf(to))?.has(nameOf(from)) === true,
    )
    expect(circles).toEqual([])
  })
})

describe('held funds', () => {
  it('are held once, and moved only from where they lie', () => {
    expect(faults(({ from, transition }) => !isSound(from, transition.recipe))).toEqual([])
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
    const wrong = held.filter(({ transition, to }) => {
      const right = to.phase === 'completed' ? paying : returning
      return transition.recipe === undefined || !right.has(transition.recipe)
    })
    expect(wrong.map(edgeName)).toEqual([])
    expect(held.length).toBeGreaterThan(0)
  })

  it('reach the provider only by the client, by the clock after a delivery, or by an operator in a dispute', () => {
    const paid = edges.filter(
      ({ transition }) => transition.recipe !== undefined && paying.has(transition.recipe),
    )
    const wrong = paid.filter(({ from, transition }) => {
      if (transition.by === 'client') return false
      if (transition.by === 'clock') return !from.delivered
      return transition.by !== 'operator' || from.phase !== 'disputed'
    })
    expect(wrong.map(edgeName)).toEqual([])
    expect(new Set(paid.map(({ transition }) => transition.by))).toEqual(
      new Set(['client', 'clock', 'operator']),
    )
  })

  it('are out of reach of a provider who acts alone', () => {
    const gains = open.flatMap((state) =>
      [...reach(state, ['provider']).keys()]
        .flatMap((name) => onward.get(name) ?? [])
        .filter(
          ({ transition }) =>
            transition.by === 'provider' && transition.recipe !== undefined && paying.has(transition.recipe),
        ),
    )
    expect(gains.map(edgeName)).toEqual([])
  })

  it('do not come back to a client who acts alone once work exists', () => {
    const gains = open
      .filter(({ work }) => work)
      .flatMap((state) => [...reach(state, ['client']).keys()].flatMap((name) => onward.get(name) ?? []))
      .filter(
        ({ transition }) =>
          transition.by === 'client' && transition.recipe !== undefined && returning.has(transition.recipe),
      )
    expect(gains.map(edgeName)).toEqual([])
  })
})

describe('parties', () => {
  it.each(sides)('the %s can end every open task, with no help but timeouts', (side) => {
    const stuck = open.filter(
      (state) => ![...reach(state, [side, 'clock']).values()].some(({ phase }) => isTerminal(phase)),
    )
    expect(stuck.map(nameOf)).toEqual([])
  })

  it.each(sides)(
    'the %s finds in allowedActions every action that findTransition allows, each once',
    (side) => {
      for (const state of states) {
        const task = taskStateOfModel(state)
        const possible = taskActions.filter((action) => findTransition(task, action, side) !== undefined)
        expect(allowedActions(task, side), nameOf(state)).toEqual(possible)
      }
    },
  )

  it('have a state for every action of the contract', () => {
    const done = new Set(
      open.flatMap((state) => sides.flatMap((side) => allowedActions(taskStateOfModel(state), side))),
    )
    expect(taskActions.filter((action) => !done.has(action))).toEqual([])
  })

  it('have no action left in a terminal phase', () => {
    const busy = ended.filter((state) =>
      sides.some((side) => allowedActions(taskStateOfModel(state), side).length > 0),
    )
    expect(busy.map(nameOf)).toEqual([])
  })

  it('cannot cancel work that exists', () => {
    expect(
      faults(
        ({ from, transition }) => transition.action === 'cancel' && transition.by === 'client' && from.work,
      ),
    ).toEqual([])
  })

  it('reply with a message only while no funds are held and the client still waits', () => {
    expect(
      faults(
        ({ from, transition }) =>
          transition.action === 'reply' && (from.funds !== 'none' || !from.clientWaiting),
      ),
    ).toEqual([])
  })

  it('interrupt a waiting call exactly where the client acts next', () => {
    const resting = phases.filter(isInterrupted)
    expect(resting).toEqual(['input_required', 'auth_required', 'delivered', 'disputed'])
    const idle = open.filter(
      (state) =>
        isInterrupted(state.phase) &&
        !state.clientWaiting &&
        allowedActions(taskStateOfModel(state), 'client').length === 0,
    )
    expect(idle.map(nameOf)).toEqual([])
  })
})
