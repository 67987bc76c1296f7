/** Enumerates every reachable state of a task by applying every transition from every initial state, without a database. */
import type { OnSilence, Phase } from 'souk-contract'
import { transitions, type TaskRecipe, type Transition, type TaskState } from './lifecycle.ts'

/** The part of a task that decides which transitions it allows. */
export interface ModelState {
  readonly phase: Phase
  readonly priced: boolean
  readonly funds: Funds
  readonly work: boolean
  readonly delivered: boolean
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
    const reached = [...steps.map(({ to }) => to), { ...from, clientWaiting: false }]
    for (const state of reached) if (!known.has(nameOf(state))) known.set(nameOf(state), state)
  }
  return { states: [...known.values()], edges }
}

const silences: readonly OnSilence[] = ['accept', 'dispute', 'refund']

/** Initial states: application or request, paid or free, all terms, with and without a waiting first call. */
function openings(): ModelState[] {
  const fresh = { work: false, delivered: false, revisions: 0 }
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
  const { phase, funds, work, delivered, revisions, maxRevisions, onSilence, clientWaiting } = state
  const revisionsLeft = revisions < maxRevisions
  return { phase, held: funds !== 'none', work, delivered, revisionsLeft, onSilence, clientWaiting }
}

/** The state after a transition, as `planStep` computes it. */
export function after(state: ModelState, { action, to = state.phase, recipe }: Transition): ModelState {
  return {
    ...state,
    phase: to,
    funds: fundsAfter(state, recipe),
    work: state.work || action === 'artifact' || action === 'deliver',
    delivered: state.delivered || action === 'deliver',
    revisions: to === 'working' && state.phase === 'delivered' ? revisionAfter(state) : state.revisions,
  }
}

/** Caps the count at one above the limit, so that the walk ends for any table. */
function revisionAfter({ revisions, maxRevisions }: ModelState): number {
  return Math.min(revisions + 1, maxRevisions + 1)
}

function fundsAfter({ funds, priced }: ModelState, recipe: TaskRecipe | undefined): Funds {
  if (recipe === undefined) return funds
  if (recipe === 'hold') return priced ? 'held' : 'none'
  return recipe === 'freeze' ? 'frozen' : 'none'
}

/** The funds that each recipe requires. */
const requiredFunds: Readonly<Record<TaskRecipe, Funds>> = {
  hold: 'none',
  settle: 'held',
  release: 'held',
  freeze: 'held',
  pay_frozen: 'frozen',
  return_frozen: 'frozen',
  split_frozen: 'frozen',
}

/** Whether the funds fit the recipe. A free task may be settled or released, which posts nothing. */
export function isSound({ funds, priced }: ModelState, recipe: TaskRecipe | undefined): boolean {
  if (recipe === undefined || funds === requiredFunds[recipe]) return true
  return !priced && funds === 'none' && (recipe === 'settle' || recipe === 'release')
}

export function nameOf(state: ModelState): string {
  const { phase, priced, funds, work, delivered, revisions, maxRevisions, onSilence, clientWaiting } = state
  const facts = [
    priced ? `priced, funds ${funds}` : 'free',
    ...(delivered ? ['delivered before'] : work ? ['work exists'] : []),
    `revision ${revisions} of ${maxRevisions}`,
    `silence means ${onSilence}`,
    ...(clientWaiting ? ['clientWaiting'] : []),
  ]
  return `${phase} (${facts.join('; ')})`
}

export function transitionName({ action, by, from, to }: Transition): string {
  return `${by} ${action} [${from.join(', ')}${to === undefined ? '' : ` -> ${to}`}]`
}

export function edgeName({ from, transition, to }: Edge): string {
  return `${nameOf(from)} -- ${transitionName(transition)} --> ${nameOf(to)}`
}
