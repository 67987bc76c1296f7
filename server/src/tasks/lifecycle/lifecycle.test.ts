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

/** Checks the transition table exhaustively: every reachable state of a task is visited. */
const { states, edges } = walk()
const open = states.filter(({ phase }) => !isTerminal(phase))
const ended = states.filter(({ phase }) => isTerminal(phase))
const sides = ['client', 'provider'] as const
const actors: readonly EventActor[] = ['client', 'provider', 'operator', 'clock', 'listing']
const terminal: readonly Phase[] = ['completed', 'canceled', 'rejected', 'failed']
const paying = new Set(['settle', 'pay_frozen', 'split_frozen'])
const returning = new Set(['release', 'return_frozen'])

const edgesFrom = new Map<string, Edge[]>()
for (const edge of edges) {
  const name = nameOf(edge.from)
  edgesFrom.set(name, [...(edgesFrom.get(name) ?? []), edge])
}

/** All states reachable by actions of these actors, including the start. */
function reachableFrom(start: ModelState, by: readonly EventActor[]): Map<string, ModelState> {
  const known = new Map([[nameOf(start), start]])
  for (const name of known.keys()) {
    for (const { transition, to } of edgesFrom.get(name) ?? [])
      if (by.includes(transition.by)) known.set(nameOf(to), to)
  }
  return known
}

/** Names of the edges that violate a rule. */
function violations(wrong: (edge: Edge) => boolean): string[] {
  return edges.filter(wrong).map(edgeName)
}

describe('the transition table', () => {
  it('reaches every phase, and uses every transition and end reason', () => {
    expect(new Set(states.map(({ phase }) => phase))).toEqual(new Set(phases))
    expect(
      transitions
        .filter((transition) => !edges.some((edge) => edge.transition === transition))
        .map(transitionName),
    ).toEqual([])
    expect(new Set(edges.flatMap(({ transition }) => transition.reason ?? []))).toEqual(new Set(endReasons))
    expect(phases.filter(isTerminal)).toEqual(terminal)
  })

  it('has at most one transition per state, action and actor', () => {
    const ambiguous = states.flatMap((state) =>
      transitionsAt(state)
        .filter(
          (transition, index, all) =>
            all.findIndex(({ action, by }) => action === transition.action && by === transition.by) !== index,
        )
        .map((transition) => `${nameOf(state)}: ${transitionName(transition)}`),
    )
    expect(ambiguous).toEqual([])
  })

  it('has an end reason exactly on transitions to a terminal phase', () => {
    expect(
      violations(({ transition, to }) => (transition.reason !== undefined) !== isTerminal(to.phase)),
    ).toEqual([])
  })

  it('agrees with findTransition', () => {
    const actions = new Set(transitions.map(({ action }) => action))
    for (const state of states.filter(({ clientWaiting }) => !clientWaiting)) {
      const found = actors.flatMap((by) =>
        [...actions].flatMap((action) => findTransition(taskStateOfModel(state), action, by) ?? []),
      )
      expect(new Set(found), nameOf(state)).toEqual(new Set(transitionsAt(state)))
    }
  })

  it('has an audit action for every action that ends a task or moves money, except replies', () => {
    const audited = transitions.filter(({ recipe, reason }) => recipe !== undefined || reason !== undefined)
    const unnamed = audited.filter(({ action }) => auditActions[action] === undefined)
    expect(unnamed.map(({ action }) => action)).toEqual(['reply'])
  })
})

describe('timeouts', () => {
  it('exist exactly once in every open state, and not in terminal states', () => {
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

  it('change the kind of timeout or end the task', () => {
    expect(
      violations(
        ({ transition, from, to }) =>
          transition.by === 'clock' && timeouts[from.phase] === timeouts[to.phase],
      ),
    ).toEqual([])
  })

  it('end a task without other actions after at most two timeouts', () => {
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
    const reachable = new Map(states.map((state) => [nameOf(state), reachableFrom(state, actors)]))
    const restartable = violations(
      ({ from, to }) =>
        timeouts[from.phase] !== timeouts[to.phase] && reachable.get(nameOf(to))?.has(nameOf(from)) === true,
    )
    expect(restartable).toEqual([])
  })
})

describe('held funds', () => {
  it('are held once, and posted only from the account that has them', () => {
    expect(violations(({ from, transition }) => !isSound(from, transition.recipe))).toEqual([])
  })

  it('are none in terminal phases, and frozen exactly in disputes', () => {
    const wrong = states.filter(
      ({ phase, funds }) =>
        (isTerminal(phase) && funds !== 'none') || (phase === 'disputed') !== (funds === 'frozen'),
    )
    expect(wrong.map(nameOf)).toEqual([])
  })

  it('are held from the agreement to the end of priced tasks', () => {
    const wrong = open.filter(
      ({ phase, priced, funds }) => (funds !== 'none') !== (priced && phase !== 'applied'),
    )
    expect(wrong.map(nameOf)).toEqual([])
  })

  it('are paid on completion, and returned otherwise', () => {
    const held = edges.filter(({ from, to }) => from.funds !== 'none' && isTerminal(to.phase))
    const wrong = held.filter(({ transition, to }) => {
      const right = to.phase === 'completed' ? paying : returning
      return transition.recipe === undefined || !right.has(transition.recipe)
    })
    expect(wrong.map(edgeName)).toEqual([])
    expect(held.length).toBeGreaterThan(0)
  })

  it('are paid only by the client, by a timeout after a delivery, or by an operator in a dispute', () => {
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

  it('cannot be paid by actions of the provider alone', () => {
    const gains = open.flatMap((state) =>
      [...reachableFrom(state, ['provider']).keys()]
        .flatMap((name) => edgesFrom.get(name) ?? [])
        .filter(
          ({ transition }) =>
            transition.by === 'provider' && transition.recipe !== undefined && paying.has(transition.recipe),
        ),
    )
    expect(gains.map(edgeName)).toEqual([])
  })

  it('cannot be returned by actions of the client alone once work exists', () => {
    const gains = open
      .filter(({ work }) => work)
      .flatMap((state) =>
        [...reachableFrom(state, ['client']).keys()].flatMap((name) => edgesFrom.get(name) ?? []),
      )
      .filter(
        ({ transition }) =>
          transition.by === 'client' && transition.recipe !== undefined && returning.has(transition.recipe),
      )
    expect(gains.map(edgeName)).toEqual([])
  })
})

describe('parties', () => {
  it.each(sides)('the %s can end every open task without the other party', (side) => {
    const stuck = open.filter(
      (state) => ![...reachableFrom(state, [side, 'clock']).values()].some(({ phase }) => isTerminal(phase)),
    )
    expect(stuck.map(nameOf)).toEqual([])
  })

  it.each(sides)('allowedActions of the %s lists every action that findTransition allows, once', (side) => {
    for (const state of states) {
      const task = taskStateOfModel(state)
      const possible = taskActions.filter((action) => findTransition(task, action, side) !== undefined)
      expect(allowedActions(task, side), nameOf(state)).toEqual(possible)
    }
  })

  it('can take every action of the contract in some state', () => {
    const done = new Set(
      open.flatMap((state) => sides.flatMap((side) => allowedActions(taskStateOfModel(state), side))),
    )
    expect(taskActions.filter((action) => !done.has(action))).toEqual([])
  })

  it('have no actions in a terminal phase', () => {
    const withActions = ended.filter((state) =>
      sides.some((side) => allowedActions(taskStateOfModel(state), side).length > 0),
    )
    expect(withActions.map(nameOf)).toEqual([])
  })

  it('cannot cancel a task after work was submitted', () => {
    expect(
      violations(
        ({ from, transition }) => transition.action === 'cancel' && transition.by === 'client' && from.work,
      ),
    ).toEqual([])
  })

  it('reply with a message only while no funds are held and the client still waits', () => {
    expect(
      violations(
        ({ from, transition }) =>
          transition.action === 'reply' && (from.funds !== 'none' || !from.clientWaiting),
      ),
    ).toEqual([])
  })

  it('interrupt a waiting call exactly in phases where the client acts next', () => {
    const interrupted = phases.filter(isInterrupted)
    expect(interrupted).toEqual(['input_required', 'auth_required', 'delivered', 'disputed'])
    const idle = open.filter(
      (state) =>
        isInterrupted(state.phase) &&
        !state.clientWaiting &&
        allowedActions(taskStateOfModel(state), 'client').length === 0,
    )
    expect(idle.map(nameOf)).toEqual([])
  })
})
