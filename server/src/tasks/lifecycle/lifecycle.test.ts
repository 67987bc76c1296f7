import { endReasons, phases, taskActions, type Phase } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import type { EventActor } from '../../db/tables/task-tables.ts'
import { isDisputeAction } from './dispute-state.ts'
import { awaitedBy } from './awaited-by.ts'
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
  componentsOf,
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
const terminal: readonly Phase[] = ['completed', 'canceled', 'rejected', 'failed']
const paying = new Set(['settle', 'pay_frozen', 'split_frozen'])
const returning = new Set(['return_held', 'return_frozen'])

const edgesFrom = new Map<string, Edge[]>()
for (const edge of edges) {
  const name = nameOf(edge.from)
  edgesFrom.set(name, [...(edgesFrom.get(name) ?? []), edge])
}

const edgesTo = new Map<string, Edge[]>()
for (const edge of edges) {
  const name = nameOf(edge.to)
  edgesTo.set(name, [...(edgesTo.get(name) ?? []), edge])
}

/** Edges of this actor that the actor can reach alone from any of the states. */
function edgesReachedBy(starts: readonly ModelState[], by: EventActor): Edge[] {
  const known = new Set(starts.map(nameOf))
  const reached: Edge[] = []
  for (const name of known) {
    for (const edge of edgesFrom.get(name) ?? []) {
      if (edge.transition.by !== by) continue
      reached.push(edge)
      known.add(nameOf(edge.to))
    }
  }
  return reached
}

/** Names of all states from which actions of these actors can lead to a terminal phase. */
function endingBy(by: readonly EventActor[]): Set<string> {
  const known = new Set(ended.map(nameOf))
  for (const name of known) {
    for (const { transition, from } of edgesTo.get(name) ?? [])
      if (by.includes(transition.by)) known.add(nameOf(from))
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
    const pairs = new Map(transitions.map(({ action, by }) => [`${by} ${action}`, { action, by }]))
    const different = states.filter((state) => {
      const task = taskStateOfModel(state)
      const found = new Set(
        [...pairs.values()].flatMap(({ action, by }) => findTransition(task, action, by) ?? []),
      )
      const expected = transitionsAt(state)
      return (
        !state.clientWaiting && (found.size !== expected.length || !expected.every((row) => found.has(row)))
      )
    })
    expect(different.map(nameOf)).toEqual([])
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

  it('lead to a dispute while a question is open, whatever the terms', () => {
    const asked = states.filter((state) => state.asked)
    expect(asked.length).toBeGreaterThan(0)
    for (const state of asked) {
      expect(timeoutTransition(taskStateOfModel(state)), nameOf(state)).toMatchObject({
        to: 'disputed',
        recipe: 'freeze',
      })
    }
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
    const components = componentsOf(states, edges)
    const restartable = violations(
      ({ from, to }) =>
        timeouts[from.phase] !== timeouts[to.phase] &&
        components.get(nameOf(from)) === components.get(nameOf(to)),
    )
    expect(restartable).toEqual([])
  })
})

describe('questions', () => {
  it('are open only about a delivery, whose phase and revisions they leave unchanged', () => {
    expect(states.filter(({ asked, phase }) => asked && phase !== 'delivered').map(nameOf)).toEqual([])
    expect(
      violations(
        ({ from, transition, to }) =>
          transition.review !== undefined && (from.phase !== to.phase || from.revisions !== to.revisions),
      ),
    ).toEqual([])
  })

  it('pause the review by the client, and continue it by the provider only', () => {
    const moves = edges.flatMap(({ transition: { review, by, action } }) =>
      review === undefined ? [] : [`${by} ${action} ${review}`],
    )
    expect(new Set(moves)).toEqual(new Set(['client question pause', 'provider message resume']))
  })

  it('keep every other way out: accept, changes, dispute and failure stay possible', () => {
    for (const state of states.filter(({ asked }) => asked)) {
      const before = { ...state, asked: false }
      for (const side of sides) {
        expect(allowedActions(taskStateOfModel(state), side), nameOf(state)).toEqual(
          allowedActions(taskStateOfModel(before), side),
        )
      }
    }
  })
})

describe('awaitedBy', () => {
  it('names a party that can act, an operator in disputes, and none in terminal phases', () => {
    expect(ended.filter((state) => awaitedBy(taskStateOfModel(state)) !== undefined).map(nameOf)).toEqual([])
    for (const state of open.filter(({ clientWaiting }) => !clientWaiting)) {
      const task = taskStateOfModel(state)
      const side = awaitedBy(task)
      expect(side === 'operator', nameOf(state)).toBe(state.phase === 'disputed')
      if (side === 'client' || side === 'provider')
        expect(allowedActions(task, side), nameOf(state)).not.toEqual([])
    }
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

  it('are paid only by the client, by a timeout after a delivery, by an operator, or as the client offered', () => {
    const paid = edges.filter(
      ({ transition }) => transition.recipe !== undefined && paying.has(transition.recipe),
    )
    const wrong = paid.filter(({ from, transition }) => {
      if (transition.by === 'client') return false
      if (transition.by === 'clock') return !from.delivered
      if (transition.by === 'provider') return transition.action !== 'settle' || !from.clientOffer
      return transition.by !== 'operator' || from.phase !== 'disputed'
    })
    expect(wrong.map(edgeName)).toEqual([])
    expect(new Set(paid.map(({ transition }) => transition.by))).toEqual(
      new Set(['client', 'provider', 'clock', 'operator']),
    )
  })

  it('cannot be paid by actions of the provider alone, unless the client has offered a settlement', () => {
    const starts = open.filter(({ clientOffer }) => !clientOffer)
    const gains = edgesReachedBy(starts, 'provider').filter(
      ({ transition: { recipe } }) => recipe !== undefined && paying.has(recipe),
    )
    expect(gains.map(edgeName)).toEqual([])
  })

  it('cannot be returned by the client alone after work was submitted', () => {
    const starts = open.filter(({ work }) => work)
    const gains = edgesReachedBy(starts, 'client').filter(
      ({ transition: { recipe } }) => recipe !== undefined && returning.has(recipe),
    )
    expect(gains.map(edgeName)).toEqual([])
  })
})

describe('disputes', () => {
  const settlements = edges.filter(({ transition }) => transition.action === 'settle')
  const withdrawals = edges.filter(({ transition }) => transition.action === 'withdrawDispute')

  it('are settled only by the side that received an open offer', () => {
    const wrong = settlements.filter(({ from, transition: { by } }) =>
      by === 'client' ? !from.providerOffer : by !== 'provider' || !from.clientOffer,
    )
    expect(wrong.map(edgeName)).toEqual([])
    expect(settlements.length).toBeGreaterThan(0)
  })

  it('are withdrawn only by their opener, once per task, to the phase before', () => {
    const wrong = withdrawals.filter(
      ({ from, to, transition: { by } }) =>
        from.openedBy !== by ||
        from.resumes !== to.phase ||
        (by === 'client'
          ? from.clientWithdrew || !to.clientWithdrew
          : from.providerWithdrew || !to.providerWithdrew),
    )
    expect(wrong.map(edgeName)).toEqual([])
    expect(withdrawals.length).toBeGreaterThan(0)
  })

  it('leave no offer and no opener behind', () => {
    const wrong = states.filter(
      ({ phase, openedBy, clientOffer, providerOffer }) =>
        phase !== 'disputed' && (openedBy !== 'none' || clientOffer || providerOffer),
    )
    expect(wrong.map(nameOf)).toEqual([])
  })

  it('always allow both parties to offer and the operator to rule', () => {
    const stuck = states
      .filter(({ phase }) => phase === 'disputed')
      .filter((state) => {
        const task = taskStateOfModel(state)
        const offers = sides.every((side) => findTransition(task, 'offer', side) !== undefined)
        return !offers || findTransition(task, 'ruleSplit', 'operator') === undefined
      })
    expect(stuck.map(nameOf)).toEqual([])
  })

  it('keep their deadline while the parties act within them', () => {
    const moved = violations(
      ({ transition, from, to }) =>
        isDisputeAction(transition.action) && (transition.to !== undefined || from.phase !== to.phase),
    )
    expect(moved).toEqual([])
  })
})

describe('parties', () => {
  it.each(sides)('the %s can end every open task without the other party', (side) => {
    const ending = endingBy([side, 'clock'])
    const stuck = open.filter((state) => !ending.has(nameOf(state)))
    expect(stuck.map(nameOf)).toEqual([])
  })

  it.each(sides)('allowedActions of the %s lists every action that findTransition allows, once', (side) => {
    const different = states.filter((state) => {
      const task = taskStateOfModel(state)
      const possible = taskActions.filter((action) => findTransition(task, action, side) !== undefined)
      return allowedActions(task, side).join(' ') !== possible.join(' ')
    })
    expect(different.map(nameOf)).toEqual([])
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
