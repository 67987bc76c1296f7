/** Model of every task, listing and balance; only transitions of the lifecycle table change it. */
import type { EndReason, Terms } from 'souk-contract'
import { after as later, day, hour } from '../../../src/lib/clock.ts'
import { warnAt } from '../../../src/lib/warn-at.ts'
import { timeouts, dueAt } from '../../../src/tasks/lifecycle/timeouts.ts'
import {
  timeoutTransition,
  findTransition,
  isTerminal,
  type Transition,
} from '../../../src/tasks/lifecycle/lifecycle.ts'
import {
  after,
  taskStateOfModel,
  undisputed,
  type ModelState,
} from '../../../src/tasks/lifecycle/test-walk.ts'
import type { Souk } from '../../fixtures/harness.ts'
import type { TestAgent } from '../../fixtures/people/test-agents.ts'
import type { Random } from '../../fixtures/seeded-random.ts'

export interface Player extends TestAgent {
  readonly name: string
  readonly books: Books
}

/** Balances as the API shows them, in minor units; small enough for numbers. */
export interface Books extends Amounts {
  /** A chargeback is open or money is owed: spending is refused. */
  restricted: boolean
}

export interface Amounts {
  available: number
  held: number
  earnings: number
  /** Earnings on hold until a chargeback of the client is decided. */
  pending: number
  payoutPending: number
  owed: number
}

export function newBooks(available: number): Books {
  return { available, held: 0, earnings: 0, pending: 0, payoutPending: 0, owed: 0, restricted: false }
}

export interface ModelListing {
  readonly id: string
  readonly client: Player
  readonly terms: Partial<Terms>
  status: 'open' | 'filled' | 'deleted'
}

export interface ModelTask {
  readonly id: string
  readonly client: Player
  readonly provider: Player
  readonly listing: ModelListing | undefined
  readonly terms: Terms
  state: ModelState
  reason: EndReason | undefined
  seq: number
  dueAt: Date | undefined
  warnAt: Date | undefined
  /** The latest settlement offer of each side. */
  offers: Partial<Record<Side, ModelOffer>>
  /** State that a withdrawal of the current dispute restores. */
  resume: Resume | undefined
  /** When the work was delivered, when the open question was asked, and the deadline of the review at that time. */
  deliveredAt: Date | undefined
  askedAt: Date | undefined
  reviewDueAt: Date | undefined
  /** Changed since the last comparison with the service. */
  stale: boolean
}

/** The time left when a dispute opened, and the question that was open. */
interface Resume extends Pick<ModelTask, 'askedAt' | 'reviewDueAt'> {
  readonly openedAt: Date
  readonly dueMs: number
  readonly warnMs: number | undefined
}

export type Side = 'client' | 'provider'

export interface ModelOffer {
  readonly id: string
  readonly toClient: number
  readonly expiresAt: Date
}

export interface World {
  readonly souk: Souk
  readonly random: Random
  readonly players: readonly Player[]
  readonly tasks: ModelTask[]
  readonly listings: ModelListing[]
  /** Number of occurrences by kind, to assert that each kind occurred. */
  readonly tally: Map<string, number>
  /** Transitions of the lifecycle table that occurred. */
  readonly taken: Set<Transition>
  /** Log of actions, for the message of a failed assertion. */
  readonly story: string[]
  revenue: number
}

type Opening = Pick<ModelTask, 'id' | 'client' | 'provider' | 'listing' | 'terms'> &
  Pick<ModelState, 'phase' | 'clientWaiting'>

/** Adds a new task; a priced request holds the funds immediately. */
export function openTask(world: World, { phase, clientWaiting, ...opening }: Opening): ModelTask {
  const { terms, client } = opening
  const price = priceOf(opening)
  const pays = phase === 'requested' && price > 0
  if (pays) applyPosting(client.books, { available: -price, held: price })
  const now = world.souk.clock.now()
  const due = dueAt(phase, terms, now, 0)
  const task: ModelTask = {
    ...opening,
    state: {
      phase,
      clientWaiting,
      priced: price > 0,
      funds: pays ? 'held' : 'none',
      work: false,
      delivered: false,
      asked: false,
      revisions: 0,
      maxRevisions: terms.maxRevisions,
      onSilence: terms.onSilence,
      ...undisputed,
    },
    offers: {},
    resume: undefined,
    reason: undefined,
    seq: 1,
    dueAt: due,
    warnAt: due && warnAt(now, due),
    deliveredAt: undefined,
    askedAt: undefined,
    reviewDueAt: undefined,
    stale: true,
  }
  world.tasks.push(task)
  return task
}

interface Step {
  /** Number of artifacts in a delivery. */
  readonly artifacts?: number
  /** The client's share of a split. */
  readonly toClient?: number
}

/** Applies a transition to a task and to the balances of both parties. */
export function advance(world: World, task: ModelTask, row: Transition, step: Step = {}): void {
  const before = task.state
  payFor(world, task, row, step)
  task.state = after(before, row)
  task.reason = row.reason
  task.seq += eventCount(before, row, step)
  task.stale = true
  restartClock(world, task, before, row)
  world.taken.add(row)
  if (row.action === 'award' && task.listing !== undefined) fill(world, task, task.listing)
}

/** A first artifact also starts the task (two events); a delivery adds one event per artifact and one for itself. */
function eventCount({ phase }: ModelState, { action, to }: Transition, { artifacts = 0 }: Step): number {
  if (action === 'artifact') return to !== undefined && to !== phase ? 2 : 1
  return artifacts + 1
}

function restartClock({ souk }: World, task: ModelTask, before: ModelState, row: Transition): void {
  const { phase, revisions } = task.state
  const now = souk.clock.now()
  const left = (moment: Date) => Math.max(0, moment.getTime() - now.getTime())
  if (row.action === 'deliver') task.deliveredAt = now
  if (row.review === 'pause') return pause(task, now)
  if (row.review === 'resume') return resume(task, now)
  if (timeouts[phase] === timeouts[before.phase]) return
  if (row.action === 'withdrawDispute' && task.resume !== undefined)
    return reopenReview(task, now, task.resume)
  if (phase === 'disputed' && task.dueAt !== undefined) {
    const { askedAt, reviewDueAt } = task
    const warnMs = task.warnAt && left(task.warnAt)
    task.resume = { openedAt: now, dueMs: left(task.dueAt), warnMs, askedAt, reviewDueAt }
  }
  task.askedAt = undefined
  task.reviewDueAt = undefined
  task.dueAt = dueAt(phase, task.terms, now, revisions)
  task.warnAt = task.dueAt && warnAt(now, task.dueAt)
}

/** The delivery and an open question move by the time that the dispute lasted. */
function reopenReview(task: ModelTask, now: Date, { openedAt, dueMs, warnMs, ...question }: Resume): void {
  const moved = (moment: Date | undefined) => moment && later(moment, now.getTime() - openedAt.getTime())
  task.dueAt = later(now, dueMs)
  task.warnAt = warnMs === undefined ? undefined : later(now, warnMs)
  task.deliveredAt = moved(task.deliveredAt)
  task.askedAt = moved(question.askedAt)
  task.reviewDueAt = moved(question.reviewDueAt)
}

/**
 * The rule in other words than the service's: a question gives the provider what is left of one review period of pauses,
 * counted from now, but never less time than the review had.
 */
function pause(task: ModelTask, now: Date): void {
  const due = task.dueAt
  if (due === undefined) return
  task.askedAt = now
  task.reviewDueAt = due
  const until = later(now, pauseLeft(task, due))
  if (due > now && until > due) setDeadline(task, now, until)
}

function resume(task: ModelTask, now: Date): void {
  const { askedAt, reviewDueAt } = task
  if (askedAt === undefined || reviewDueAt === undefined) return
  const paused = Math.min(now.getTime() - askedAt.getTime(), Math.max(0, pauseLeft(task, reviewDueAt)))
  task.askedAt = undefined
  task.reviewDueAt = undefined
  setDeadline(task, now, later(reviewDueAt, paused))
}

/** One review period, less the time by which pauses have already moved the deadline. */
function pauseLeft({ deliveredAt, terms }: ModelTask, due: Date): number {
  const review = terms.reviewHours * hour
  const moved = due.getTime() - (deliveredAt?.getTime() ?? 0) - review
  return review - moved
}

function setDeadline(task: ModelTask, now: Date, due: Date): void {
  task.dueAt = due
  task.warnAt = warnAt(now, due)
}

function payFor(world: World, task: ModelTask, { recipe }: Transition, { toClient = 0 }: Step): void {
  const { client, provider } = task
  const price = priceOf(task)
  if (recipe === undefined || price === 0) return
  if (recipe === 'hold') return applyPosting(client.books, { available: -price, held: price })
  if (recipe === 'freeze' || recipe === 'unfreeze') return
  const shares = {
    settle: 0,
    pay_frozen: 0,
    return_held: price,
    return_frozen: price,
    split_frozen: toClient,
  }
  const returned = shares[recipe]
  const fee = Math.round(((price - returned) * 5) / 100)
  applyPosting(client.books, { available: returned, held: -price })
  applyPosting(provider.books, { earnings: price - returned - fee })
  world.revenue += fee
}

export function applyPosting(books: Amounts, change: Partial<Amounts>): void {
  books.available += change.available ?? 0
  books.held += change.held ?? 0
  books.earnings += change.earnings ?? 0
  books.pending += change.pending ?? 0
  books.payoutPending += change.payoutPending ?? 0
  books.owed += change.owed ?? 0
}

/** Marks a listing as filled and closes its other applications. */
function fill(world: World, awarded: ModelTask, listing: ModelListing): void {
  listing.status = 'filled'
  closeApplications(world, listing, awarded)
}

export function closeApplications(world: World, listing: ModelListing, except?: ModelTask): void {
  const left = world.tasks.filter(
    (task) => task.listing === listing && task.state.phase === 'applied' && task !== except,
  )
  for (const task of left) {
    const row = findTransition(taskStateOfModel(task.state), 'notSelected', 'listing')
    if (row !== undefined) advance(world, task, row)
  }
}

/** Offers whose time has passed can no longer be accepted. */
export function expireOffers({ souk, tasks }: World): void {
  const now = souk.clock.now()
  for (const task of tasks) {
    const { client, provider } = task.offers
    const isOver = (offer: ModelOffer | undefined) => offer !== undefined && offer.expiresAt <= now
    if (isOver(client)) task.state = { ...task.state, clientOffer: false }
    if (isOver(provider)) task.state = { ...task.state, providerOffer: false }
    if (isOver(client) || isOver(provider)) task.stale = true
  }
}

/** Fires every timeout that is due, then the warnings of later ones. */
export function applyTimeouts(world: World): void {
  const now = world.souk.clock.now()
  for (const task of world.tasks) {
    if (task.dueAt === undefined || task.dueAt > now) continue
    const row = timeoutTransition(taskStateOfModel(task.state))
    if (row !== undefined) advance(world, task, row)
  }
  for (const task of world.tasks) {
    if (task.warnAt === undefined || task.warnAt > now || task.dueAt === undefined || task.dueAt <= now)
      continue
    task.seq += 1
    task.warnAt = undefined
    task.stale = true
    count(world, 'warned')
  }
}

export function priceOf({ terms }: Pick<ModelTask, 'terms'>): number {
  return terms.price?.amount ?? 0
}

export function isOpen({ state }: ModelTask): boolean {
  return !isTerminal(state.phase)
}

/** Random terms, often incomplete. */
export function someTerms({ random, souk }: World): Partial<Terms> {
  return {
    ...(random.chance(40)
      ? { deliverBy: later(souk.clock.now(), (1 + random.below(96)) * (day / 8)).toISOString() }
      : {}),
    ...(random.chance(70) ? { reviewHours: random.pick([1, 24, 100]) } : {}),
    ...(random.chance(70) ? { maxRevisions: random.pick([0, 1, 3]) } : {}),
    ...(random.chance(80) ? { onSilence: random.pick(['accept', 'dispute', 'refund'] as const) } : {}),
  }
}

export function agreed(...offers: Partial<Terms>[]): Terms {
  return Object.assign(
    { reviewHours: 72, maxRevisions: 2, onSilence: 'accept', disputeDays: 14, offerHours: 72 },
    ...offers,
  )
}

export function count({ tally }: World, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1)
}
