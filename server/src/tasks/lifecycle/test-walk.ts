/** Every state a task can come to, found by trying every row from every beginning: advance-task.ts without a database. */
import type { OnSilence, Phase } from 'souk-contract'
import { rows, type MoneyMove, type Row, type Standing } from './lifecycle.ts'

/** All of a task that decides what can happen to it. */
export interface State {
  readonly phase: Phase
  readonly priced: boolean
  readonly funds: Funds
  readonly work: boolean
  readonly delivered: boolean
  readonly revisions: number
  readonly maxRevisions: number
  readonly onSilence: OnSilence
  readonly unseen: boolean
}

export type Funds = 'none' | 'held' | 'frozen'

export interface Edge {
  readonly from: State
  readonly row: Row
  readonly to: State
}

export interface Walk {
  readonly states: readonly State[]
  readonly edges: readonly Edge[]
}

export function walk(): Walk {
  const known = new Map(openings().map((state) => [nameOf(state), state]))
  const edges: Edge[] = []
  // A map hands out what is added to it while it is walked, so this ends when nothing new is found.
  for (const from of known.values()) {
    const steps = rowsAt(from).map((row) => ({ from, row, to: after(from, row) }))
    edges.push(...steps)
    const reached = [...steps.map(({ to }) => to), { ...from, unseen: false }]
    for (const state of reached) if (!known.has(nameOf(state))) known.set(nameOf(state), state)
  }
  return { states: [...known.values()], edges }
}

const silences: readonly OnSilence[] = ['accept', 'dispute', 'refund']

/** Every way a task can begin: applied for or asked for, paid or free, on any terms, with its first call waiting or not. */
function openings(): State[] {
  const fresh = { work: false, delivered: false, revisions: 0 }
  return silences.flatMap((onSilence) =>
    [0, 2].flatMap((maxRevisions) =>
      [true, false].flatMap((priced): State[] => {
        const terms = { ...fresh, onSilence, maxRevisions, priced }
        const requested = { ...terms, phase: 'requested', funds: priced ? 'held' : 'none' } as const
        return [
          { ...terms, phase: 'applied', funds: 'none', unseen: false },
          { ...requested, unseen: false },
          { ...requested, unseen: true },
        ]
      }),
    ),
  )
}

/** The rows that match a state. Whoever has not seen a task cannot act upon it. */
export function rowsAt(state: State): Row[] {
  const standing: Readonly<Record<string, unknown>> = { ...standingOfState(state) }
  return rows.filter(
    ({ from, when = {}, by }) =>
      from.includes(state.phase) &&
      Object.entries(when).every(([name, value]) => standing[name] === value) &&
      !(state.unseen && by === 'client'),
  )
}

export function standingOfState(state: State): Standing {
  const { phase, funds, work, delivered, revisions, maxRevisions, onSilence, unseen } = state
  const revisionsLeft = revisions < maxRevisions
  return { phase, held: funds !== 'none', work, delivered, revisionsLeft, onSilence, unseen }
}

/** What `advanceTask` makes of a task. */
export function after(state: State, { move, to = state.phase, money }: Row): State {
  return {
    ...state,
    phase: to,
    funds: fundsAfter(state, money),
    work: state.work || move === 'artifact' || move === 'deliver',
    delivered: state.delivered || move === 'deliver',
    revisions: to === 'working' && state.phase === 'delivered' ? revisionAfter(state) : state.revisions,
  }
}

/** One more than are allowed stands for all that are too many, so that a walk ends whatever the table says. */
function revisionAfter({ revisions, maxRevisions }: State): number {
  return Math.min(revisions + 1, maxRevisions + 1)
}

function fundsAfter({ funds, priced }: State, money: MoneyMove | undefined): Funds {
  if (money === undefined) return funds
  if (money === 'hold') return priced ? 'held' : 'none'
  return money === 'freeze' ? 'frozen' : 'none'
}

/** Which funds a move of money finds where it is sound. */
const foundBy: Readonly<Record<MoneyMove, Funds>> = {
  hold: 'none',
  settle: 'held',
  release: 'held',
  freeze: 'held',
  pay_frozen: 'frozen',
  return_frozen: 'frozen',
  split_frozen: 'frozen',
}

/** Free work has nothing to release or to settle, and what is not there cannot be frozen. */
export function isSound({ funds, priced }: State, money: MoneyMove | undefined): boolean {
  if (money === undefined || funds === foundBy[money]) return true
  return !priced && funds === 'none' && (money === 'settle' || money === 'release')
}

export function nameOf(state: State): string {
  const { phase, priced, funds, work, delivered, revisions, maxRevisions, onSilence, unseen } = state
  const facts = [
    priced ? `priced, funds ${funds}` : 'free',
    ...(delivered ? ['delivered before'] : work ? ['work exists'] : []),
    `revision ${revisions} of ${maxRevisions}`,
    `silence means ${onSilence}`,
    ...(unseen ? ['unseen'] : []),
  ]
  return `${phase} (${facts.join('; ')})`
}

export function rowName({ move, by, from, to }: Row): string {
  return `${by} ${move} [${from.join(', ')}${to === undefined ? '' : ` -> ${to}`}]`
}

export function edgeName({ from, row, to }: Edge): string {
  return `${nameOf(from)} -- ${rowName(row)} --> ${nameOf(to)}`
}
