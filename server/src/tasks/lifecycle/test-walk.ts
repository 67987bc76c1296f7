/** Enumerates every reachable state of a task by applying every transition from every initial state, without a database. */
import type { OnSilence, Phase } from 'souk-contract'
import {
  resumablePhases,
  transitions,
  type Guard,
  type TaskRecipe,
  type Transition,
  type TaskState,
} from './lifecycle.ts'

/** Whether a question is open again after a withdrawal. */
interface Interrupted {
  readonly resumesAsked: boolean
}

type DisputeFacts = Interrupted &
  Pick<
    Guard,
    | 'openedBy'
    | 'resumes'
    | 'responded'
    | 'clientOffer'
    | 'providerOffer'
    | 'clientWithdrew'
    | 'providerWithdrew'
  >

const noOpenDispute = {
  openedBy: 'none',
  resumes: 'none',
  responded: false,
  clientOffer: false,
  providerOffer: false,
  resumesAsked: false,
} as const

/** A task that was never disputed. */
export const undisputed: DisputeFacts = { ...noOpenDispute, clientWithdrew: false, providerWithdrew: false }

/** The part of a task that decides which transitions it allows. */
export interface ModelState extends DisputeFacts {
  readonly phase: Phase
  readonly priced: boolean
  readonly funds: Funds
  readonly work: boolean
  readonly delivered: boolean
  readonly asked: boolean
  readonly revisions: number
  readonly maxRevisions: number
  readonly onSilence: OnSilence
  readonly clientWaiting: boolean
}

type Funds = 'none' | 'held' | 'frozen'

export interface Edge {
  readonly from: ModelState
  readonly transition: Transition
  readonly to: ModelState
}

interface Walk {
  readonly states: readonly ModelState[]
  readonly edges: readonly Edge[]
}

export function walk(): Walk {
  const known = new Map(openings().map((state) => [nameOf(state), state]))
  const edges: Edge[] = []
  // Iterating over a map also visits entries added meanwhile, so the loop ends when no new state is found.
  for (const from of known.values()) {
    const steps = transitionsAt(from).map((transition) => ({ from, transition, to: after(from, transition) }))
    edges.push(...steps)
    // The first call stops waiting, and offers expire.
    const passing = [
      { ...from, clientWaiting: false },
      { ...from, clientOffer: false },
      { ...from, providerOffer: false },
    ]
    const reached = [...steps.map(({ to }) => to), ...passing]
    for (const state of reached) if (!known.has(nameOf(state))) known.set(nameOf(state), state)
  }
  return { states: [...known.values()], edges }
}

const silences: readonly OnSilence[] = ['accept', 'dispute', 'refund']

/** Initial states: application or request, paid or free, all terms, with and without a waiting first call. */
function openings(): ModelState[] {
  const fresh = { work: false, delivered: false, asked: false, revisions: 0, ...undisputed }
  return silences.flatMap((onSilence) =>
    [0, 2].flatMap((maxRevisions) =>
      [true, false].flatMap((priced): ModelState[] => {
        const terms = { ...fresh, onSilence, maxRevisions, priced }
        const requested = { ...terms, phase: 'requested', funds: priced ? 'held' : 'none' } as const
        return [
          { ...terms, phase: 'applied', funds: 'none', clientWaiting: false },
          { ...requested, clientWaiting: false },
          { ...requested, clientWaiting: true },
        ]
      }),
    ),
  )
}

/** The transitions that match a state. A client that still waits for its first call cannot act. */
export function transitionsAt(state: ModelState): Transition[] {
  const guards: Readonly<Record<string, unknown>> = { ...taskStateOfModel(state) }
  return transitions.filter(
    ({ from, when = {}, by }) =>
      from.includes(state.phase) &&
      Object.entries(when).every(([name, value]) => guards[name] === value) &&
      !(state.clientWaiting && by === 'client'),
  )
}

export function taskStateOfModel(state: ModelState): TaskState {
  const { priced: _priced, resumesAsked: _resumesAsked, funds, revisions, maxRevisions, ...facts } = state
  return { ...facts, held: funds !== 'none', revisionsLeft: revisions < maxRevisions }
}

/** The state after a transition, as `planStep` computes it. */
export function after(state: ModelState, transition: Transition): ModelState {
  const { action, to = state.phase, recipe } = transition
  return {
    ...state,
    ...disputeAfter(state, transition),
    phase: to,
    funds: fundsAfter(state, recipe),
    work: state.work || action === 'artifact' || action === 'deliver',
    delivered: state.delivered || action === 'deliver',
    asked: hasOpenQuestionAfter(state, transition),
    revisions: to === 'working' && state.phase === 'delivered' ? revisionAfter(state) : state.revisions,
  }
}

function disputeAfter(state: ModelState, { action, by, to }: Transition): Partial<DisputeFacts> {
  if (to === 'disputed') return openedDispute(state, by)
  if (action === 'respond') return { responded: true }
  if (action === 'offer') return by === 'client' ? { clientOffer: true } : { providerOffer: true }
  if (action === 'declineOffer') return by === 'client' ? { providerOffer: false } : { clientOffer: false }
  if (to === undefined) return {}
  const withdrew = by === 'client' ? { clientWithdrew: true } : { providerWithdrew: true }
  return { ...noOpenDispute, ...(action === 'withdrawDispute' ? withdrew : {}) }
}

function openedDispute({ phase, asked }: ModelState, by: Transition['by']): Partial<DisputeFacts> {
  if (by !== 'client' && by !== 'provider') return { ...noOpenDispute, openedBy: 'clock' }
  const resumes = resumablePhases.find((name) => name === phase) ?? 'none'
  return { ...noOpenDispute, openedBy: by, resumes, resumesAsked: asked }
}

/** A question stays open until the provider answers or the task leaves the phase; a withdrawn dispute opens it again. */
function hasOpenQuestionAfter(
  { asked, resumesAsked, phase }: ModelState,
  { action, to = phase, review }: Transition,
): boolean {
  if (review !== undefined) return review === 'pause'
  if (action === 'withdrawDispute') return resumesAsked
  return asked && to === phase
}

/** Caps the count at one above the limit, so that the walk ends for any table. */
function revisionAfter({ revisions, maxRevisions }: ModelState): number {
  return Math.min(revisions + 1, maxRevisions + 1)
}

function fundsAfter({ funds, priced }: ModelState, recipe: TaskRecipe | undefined): Funds {
  if (recipe === undefined) return funds
  if (recipe === 'hold') return priced ? 'held' : 'none'
  if (recipe === 'unfreeze') return 'held'
  return recipe === 'freeze' ? 'frozen' : 'none'
}

/** The funds that each recipe requires. */
const requiredFunds: Readonly<Record<TaskRecipe, Funds>> = {
  hold: 'none',
  settle: 'held',
  return_held: 'held',
  freeze: 'held',
  unfreeze: 'frozen',
  pay_frozen: 'frozen',
  return_frozen: 'frozen',
  split_frozen: 'frozen',
}

/** Whether the funds fit the recipe. The funds of a free task may be settled or returned, which posts nothing. */
export function isSound({ funds, priced }: ModelState, recipe: TaskRecipe | undefined): boolean {
  if (recipe === undefined || funds === requiredFunds[recipe]) return true
  return !priced && funds === 'none' && (recipe === 'settle' || recipe === 'return_held')
}

/** Strongly connected components of the graph, by Kosaraju: states with the same number can reach each other. */
export function componentsOf(
  states: readonly ModelState[],
  edges: readonly Edge[],
): ReadonlyMap<string, number> {
  const [next, previous] = [new Map<string, string[]>(), new Map<string, string[]>()]
  for (const { from, to } of edges) {
    append(next, nameOf(from), nameOf(to))
    append(previous, nameOf(to), nameOf(from))
  }
  const names = states.map(nameOf)
  const finished: string[] = []
  const seen = new Set<string>()
  for (const name of names) visit(name, next, seen, (left) => finished.push(left))
  const components = new Map<string, number>()
  const assigned = new Set<string>()
  for (const [number, name] of finished.toReversed().entries()) {
    visit(name, previous, assigned, (member) => components.set(member, number))
  }
  return components
}

function append(graph: Map<string, string[]>, name: string, other: string): void {
  const known = graph.get(name)
  if (known === undefined) graph.set(name, [other])
  else known.push(other)
}

/** Depth-first search without recursion; `leave` is called in postorder. */
function visit(
  start: string,
  graph: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
  leave: (name: string) => void,
): void {
  if (seen.has(start)) return
  seen.add(start)
  const path = [{ name: start, rest: [...(graph.get(start) ?? [])] }]
  for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
    const name = last.rest.pop()
    if (name === undefined) {
      leave(last.name)
      path.pop()
    } else if (!seen.has(name)) {
      seen.add(name)
      path.push({ name, rest: [...(graph.get(name) ?? [])] })
    }
  }
}

export function nameOf(state: ModelState): string {
  const { phase, priced, funds, work, delivered, asked, revisions, maxRevisions, onSilence, clientWaiting } =
    state
  const facts = [
    priced ? `priced, funds ${funds}` : 'free',
    ...(delivered ? ['delivered before'] : work ? ['work exists'] : []),
    ...(asked ? ['question open'] : []),
    `revision ${revisions} of ${maxRevisions}`,
    `silence means ${onSilence}`,
    ...(clientWaiting ? ['clientWaiting'] : []),
    ...disputeNames(state),
  ]
  return `${phase} (${facts.join('; ')})`
}

function disputeNames(state: ModelState): string[] {
  const flags = [
    'resumesAsked',
    'responded',
    'clientOffer',
    'providerOffer',
    'clientWithdrew',
    'providerWithdrew',
  ] as const
  const opened = state.openedBy === 'none' ? [] : [`opened by ${state.openedBy} in ${state.resumes}`]
  return [...opened, ...flags.filter((flag) => state[flag])]
}

export function transitionName({ action, by, from, to }: Transition): string {
  return `${by} ${action} [${from.join(', ')}${to === undefined ? '' : ` -> ${to}`}]`
}

export function edgeName({ from, transition, to }: Edge): string {
  return `${nameOf(from)} -- ${transitionName(transition)} --> ${nameOf(to)}`
}
