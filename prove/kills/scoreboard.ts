/** The load generator's view of tasks and listings, from which it chooses the next action. */
import type { Phase, Task } from 'souk-contract'
import { market } from '../../server/test/fixtures/a2a/task-messages.ts'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
import type { Party } from './fixture.ts'
import type { ActionName, KnownTask, PlannedCall, ResponseFacts } from './planned-call.ts'

export interface Scoreboard {
  readonly parties: readonly Party[]
  readonly tasks: Map<string, KnownTask>
  /** Open tasks of each party. */
  readonly open: ReadonlyMap<Party, Set<KnownTask>>
  /** The latest listings, newest first. */
  listings: string[]
}

const listingsMax = 12

export function createScoreboard(parties: readonly Party[]): Scoreboard {
  return {
    parties,
    tasks: new Map(),
    open: new Map(parties.map((party) => [party, new Set()])),
    listings: [],
  }
}

/** Updates the view from a response. Responses can arrive out of order, so older versions are ignored. */
export function record(scoreboard: Scoreboard, { task, listingId, dispute }: ResponseFacts): void {
  if (listingId !== undefined) scoreboard.listings = [listingId, ...scoreboard.listings].slice(0, listingsMax)
  const disputed = dispute && scoreboard.tasks.get(dispute.taskId)
  if (dispute !== undefined && disputed !== undefined) {
    const offerId = dispute.offers.findLast(({ state }) => state === 'open')?.offerId
    update(scoreboard, disputed, dispute, offerId === undefined ? {} : { offerId })
  }
  if (task === undefined) return
  const known = scoreboard.tasks.get(task.id) ?? addTask(scoreboard, task)
  if (known !== undefined) update(scoreboard, known, market(task), {})
}

function update(
  scoreboard: Scoreboard,
  known: KnownTask,
  { version, phase }: Pick<KnownTask, 'version' | 'phase'>,
  more: Pick<KnownTask, 'offerId'>,
): void {
  if (version < known.version) return
  Object.assign(known, { version, phase, ...more })
  if (actionsByPhase[phase] !== undefined) return
  for (const party of [known.client, known.provider]) scoreboard.open.get(party)?.delete(known)
}

function addTask(scoreboard: Scoreboard, task: Task): KnownTask | undefined {
  const { client: clientView, provider: providerView, phase } = market(task)
  const find = ({ agentId }: { agentId: string }) => scoreboard.parties.find(({ id }) => id === agentId)
  const [client, provider] = [find(clientView), find(providerView)]
  if (client === undefined || provider === undefined) return undefined
  const known = { id: task.id, client, provider, phase, version: 0 }
  scoreboard.tasks.set(known.id, known)
  for (const party of [client, provider]) scoreboard.open.get(party)?.add(known)
  return known
}

type PhaseActions = Readonly<Record<'client' | 'provider', readonly ActionName[]>>

/** Sensible actions per phase; repeated entries are chosen more often. Final phases have none. */
const actionsByPhase: Readonly<Partial<Record<Phase, PhaseActions>>> = {
  applied: { client: ['award', 'award', 'cancel'], provider: ['talk'] },
  requested: { client: ['talk', 'cancel'], provider: ['start', 'deliver', 'deliver', 'talk'] },
  working: { client: ['talk', 'dispute'], provider: ['deliver', 'deliver', 'talk'] },
  delivered: { client: ['accept', 'accept', 'accept', 'talk', 'dispute'], provider: ['talk'] },
  disputed: { client: ['accept', 'offer', 'settle', 'talk'], provider: ['offer', 'settle', 'talk'] },
}
const anything: readonly ActionName[] = [
  'talk', 'start', 'deliver', 'accept', 'dispute', 'offer', 'settle', 'award', 'cancel',
] // prettier-ignore

/** Chooses mostly sensible actions, and sometimes one that is refused. */
export function chooseCall(scoreboard: Scoreboard, random: Random, by: Party, mark: string): PlannedCall {
  const other = random.pick(scoreboard.parties.filter((party) => party !== by))
  const call = { mark, by, with: other, amount: 0 }
  const roll = random.below(100)
  const opening = openingActions.find(({ below }) => roll < below)
  if (opening !== undefined) {
    if (opening.action !== 'apply') return { ...call, action: opening.action, amount: opening.amount(random) }
    const listingId = scoreboard.listings[random.below(listingsMax)]
    if (listingId !== undefined) return { ...call, action: 'apply', listingId }
  }
  const openTasks = [...(scoreboard.open.get(by) ?? [])]
  if (openTasks.length === 0) return { ...call, action: 'hire', amount: 100 + random.below(900) }
  const task = random.pick(openTasks)
  const sensible = actionsByPhase[task.phase]?.[task.client === by ? 'client' : 'provider']
  return {
    ...call,
    task,
    action: random.pick(sensible === undefined || random.chance(5) ? anything : sensible),
  }
}

interface OpeningAction {
  readonly action: ActionName
  /** Cumulative percentage. */
  readonly below: number
  readonly amount: (random: Random) => number
}

const openingActions: readonly OpeningAction[] = [
  { action: 'hire', below: 15, amount: () => 0 },
  { action: 'hire', below: 32, amount: (random) => 100 + random.below(900) },
  { action: 'list', below: 38, amount: (random) => 100 + random.below(900) },
  { action: 'apply', below: 48, amount: () => 0 },
  { action: 'charge', below: 51, amount: (random) => 1 + random.below(500) },
  { action: 'convert', below: 54, amount: (random) => 1 + random.below(500) },
  { action: 'upload', below: 60, amount: () => 0 },
]
