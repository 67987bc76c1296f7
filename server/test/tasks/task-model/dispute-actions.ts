/** Calls of the actions within a dispute, and the settlement offers that the model knows. */
import type { TaskAction, TaskDispute } from 'souk-contract'
import { after, hour } from '../../../src/lib/clock.ts'
import type { CallResult } from '../../fixtures/operations.ts'
import type { Souk } from '../../fixtures/harness.ts'
import { usd } from '../../fixtures/people/test-agents.ts'
import { otherSide, sideOf, type Attempt } from './predict.ts'
import { priceOf, type ModelOffer, type ModelTask, type World } from './world.ts'

type DisputeAction = 'respond' | 'addEvidence' | 'offer' | 'declineOffer' | 'settle' | 'withdrawDispute'

const names: ReadonlySet<TaskAction> = new Set<TaskAction>([
  'respond',
  'addEvidence',
  'offer',
  'declineOffer',
  'settle',
  'withdrawDispute',
])

export function isInDispute(action: TaskAction): action is DisputeAction {
  return names.has(action)
}

/** About half of the price, so that a price of one minor unit cannot be divided. */
export function fairShare(task: ModelTask): number {
  return Math.max(1, Math.floor(priceOf(task) / 2))
}

interface DisputeCall extends Pick<Attempt, 'by' | 'toClient'> {
  readonly action: DisputeAction
  readonly name: string
  readonly taskId: string
  /** The offer to decide on. */
  readonly offerId: string
}

export function callInDispute(souk: Souk, call: DisputeCall): Promise<CallResult<TaskDispute>> {
  const { action, by, name, taskId, offerId, toClient = 1 } = call
  const address = { name, taskId }
  switch (action) {
    case 'respond':
      return souk.call('respondToDispute', { ...address, statement: 'It was as agreed.' }, by.key)
    case 'addEvidence':
      return souk.call('addEvidence', { ...address, text: 'See the first message.' }, by.key)
    case 'offer':
      return souk.call('offerSettlement', { ...address, toClient: usd(toClient) }, by.key)
    case 'declineOffer':
      return souk.call('declineSettlement', { ...address, offerId }, by.key)
    case 'settle':
      return souk.call('acceptSettlement', { ...address, offerId }, by.key)
    case 'withdrawDispute':
      return souk.call('withdrawDispute', address, by.key)
  }
}

/** The latest offer of the other side; an unknown id if there is none. */
export function offerFor(task: ModelTask, { by }: Attempt): ModelOffer {
  const side = sideOf(task, by) ?? 'client'
  return task.offers[otherSide(side)] ?? { id: 'off_none', toClient: 0, expiresAt: new Date(0) }
}

/** Adds the offer that a successful call made. */
export function rememberOffer(
  { souk }: Pick<World, 'souk'>,
  task: ModelTask,
  { by, toClient = 1 }: Attempt,
  shown: TaskDispute,
): void {
  const side = sideOf(task, by) ?? 'client'
  const offer = shown.offers.findLast((made) => made.by === side && made.state === 'open')
  const expiresAt = after(souk.clock.now(), 72 * hour)
  if (offer !== undefined)
    task.offers = { ...task.offers, [side]: { id: offer.offerId, toClient, expiresAt } }
}
