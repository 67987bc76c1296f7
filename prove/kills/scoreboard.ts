/** What the callers know of tasks and listings, and what they think of doing next. */
import type { Phase, Task } from 'souk-contract'
import { market } from '../../server/test/fixtures/task-messages.ts'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import type { DeedName, Plan, Said } from './actions.ts'
import type { Party } from './fixture.ts'

export interface KnownTask {
  readonly id: string
  readonly client: Party
  readonly provider: Party
  phase: Phase
  version: number
}

export interface Board {
  readonly parties: readonly Party[]
  readonly tasks: Map<string, KnownTask>
  /** The tasks of each party that have not ended. */
  readonly open: ReadonlyMap<Party, Set<KnownTask>>
  /** The latest listings, newest first. */
  listings: string[]
}

const listingsMax = 12

export function newBoard(parties: readonly Party[]): Board {
  return {
    parties,
    tasks: new Map(),
    open: new Map(parties.map((party) => [party, new Set()])),
    listings: [],
  }
}

/** Answers may arrive in another order than they were made in. */
export function note(board: Board, { task, listingId }: Said): void {
  if (listingId !== undefined) board.listings = [listingId, ...board.listings].slice(0, listingsMax)
  if (task === undefined) return
  const known = board.tasks.get(task.id) ?? discover(board, task)
  const { version, phase } = market(task)
  if (known === undefined || version < known.version) return
  Object.assign(known, { version, phase })
  if (moves[phase] !== undefined) return
  for (const party of [known.client, known.provider]) board.open.get(party)?.delete(known)
}

function discover(board: Board, task: Task): KnownTask | undefined {
  const { client: clientView, provider: providerView, phase } = market(task)
  const find = ({ agentId }: { agentId: string }) => board.parties.find(({ id }) => id === agentId)
  const [client, provider] = [find(clientView), find(providerView)]
  if (client === undefined || provider === undefined) return undefined
  const known = { id: task.id, client, provider, phase, version: 0 }
  board.tasks.set(known.id, known)
  for (const party of [client, provider]) board.open.get(party)?.add(known)
  return known
}

type Moves = Readonly<Record<'client' | 'provider', readonly DeedName[]>>

/** What makes sense; what stands there twice is done twice as often. Ends have none. */
const moves: Readonly<Partial<Record<Phase, Moves>>> = {
  applied: { client: ['award', 'award', 'cancel'], provider: ['talk'] },
  requested: { client: ['talk', 'cancel'], provider: ['start', 'deliver', 'deliver', 'talk'] },
  working: { client: ['talk', 'dispute'], provider: ['deliver', 'deliver', 'talk'] },
  delivered: { client: ['accept', 'accept', 'accept', 'talk', 'dispute'], provider: ['talk'] },
  disputed: { client: ['accept', 'talk'], provider: ['talk'] },
}
const anything: readonly DeedName[] = ['talk', 'start', 'deliver', 'accept', 'dispute', 'award', 'cancel']

/** Sensible things mostly, and now and then something that will be refused. */
export function planFor(board: Board, dice: Dice, by: Party, mark: string): Plan {
  const other = dice.pick(board.parties.filter((party) => party !== by))
  const plan = { mark, by, with: other, amount: 0 }
  const roll = dice.roll(100)
  const beginning = beginnings.find(({ below }) => roll < below)
  if (beginning !== undefined) {
    if (beginning.deed !== 'apply') return { ...plan, deed: beginning.deed, amount: beginning.amount(dice) }
    const listingId = board.listings[dice.roll(listingsMax)]
    if (listingId !== undefined) return { ...plan, deed: 'apply', listingId }
  }
  const own = [...(board.open.get(by) ?? [])]
  if (own.length === 0) return { ...plan, deed: 'hire', amount: 100 + dice.roll(900) }
  const task = dice.pick(own)
  const sensible = moves[task.phase]?.[task.client === by ? 'client' : 'provider']
  return { ...plan, task, deed: dice.pick(sensible === undefined || dice.chance(5) ? anything : sensible) }
}

interface Beginning {
  readonly deed: DeedName
  /** Of a hundred, counted from the one before. */
  readonly below: number
  readonly amount: (dice: Dice) => number
}

const beginnings: readonly Beginning[] = [
  { deed: 'hire', below: 15, amount: () => 0 },
  { deed: 'hire', below: 32, amount: (dice) => 100 + dice.roll(900) },
  { deed: 'list', below: 38, amount: (dice) => 100 + dice.roll(900) },
  { deed: 'apply', below: 48, amount: () => 0 },
  { deed: 'charge', below: 51, amount: (dice) => 1 + dice.roll(500) },
  { deed: 'convert', below: 54, amount: (dice) => 1 + dice.roll(500) },
]
