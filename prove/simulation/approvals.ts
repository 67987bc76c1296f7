/** Requests of gated software that need an approval, and their decisions. */
import { expect } from 'vitest'
import type { Terms } from 'souk-contract'
import { fail } from '../../server/test/fixtures/fail.ts'
import { predictHire } from '../../server/test/tasks/task-model/random-openings.ts'
import { storyOf } from '../../server/test/tasks/task-model/compare.ts'
import {
  agreed,
  count,
  applyPosting,
  openTask,
  type Player,
} from '../../server/test/tasks/task-model/world.ts'
import { text, marketMetadata } from '../../server/test/fixtures/a2a/task-messages.ts'
import { usd } from '../../server/test/fixtures/people/test-agents.ts'
import { payoutAmount, payoutStatuses } from './wallet-actions.ts'
import type { Fixture } from './fixture.ts'
import type { PendingRequest } from './unfinished.ts'

export async function requestApproval(fixture: Fixture): Promise<void> {
  await fixture.random.pick([requestHire, requestHire, requestConversion, requestPayout])(fixture)
}

async function requestHire(fixture: Fixture): Promise<void> {
  const { souk, random, gatedKey } = fixture
  const client = first(fixture)
  const provider = random.pick(fixture.players.filter((player) => player !== client))
  const terms: Partial<Terms> = { price: usd(501 + random.below(4000)) }
  const expectedStatuses = () => [predictHire(souk.clock.now(), { client, provider }, terms).status]
  const message = { parts: text('Please'), metadata: marketMetadata({ terms }) }
  const input = { name: provider.name, message, configuration: { returnImmediately: true } }
  const response = await souk.call('sendMessage', input, gatedKey)
  expectPending(fixture, response, {
    what: `hire ${provider.name}`,
    expectedStatuses,
    applyToModel: (result) => {
      const opening = { client, provider, id: taskIdIn(result), listing: undefined, terms: agreed(terms) }
      openTask(fixture, { ...opening, phase: 'requested', clientWaiting: false })
    },
  })
}

async function requestConversion(fixture: Fixture): Promise<void> {
  const { souk, random, gatedKey } = fixture
  const { books } = first(fixture)
  const amount = Math.max(100, random.below(books.earnings + 2))
  const expectedStatuses = () => [books.restricted ? 403 : amount > books.earnings ? 402 : 200]
  const response = await souk.call('fundBalance', { ...usd(amount), source: 'earnings' }, gatedKey)
  const applyToModel = () => applyPosting(books, { earnings: -amount, available: amount })
  expectPending(fixture, response, { what: `convert ${amount}`, expectedStatuses, applyToModel })
}

async function requestPayout(fixture: Fixture): Promise<void> {
  const { souk, gatedKey } = fixture
  const player = first(fixture)
  const amount = payoutAmount(fixture, player)
  const response = await souk.call('requestPayout', usd(amount), gatedKey)
  const expectedStatuses = () => payoutStatuses(player, amount)
  // The model takes payouts from the ledger.
  expectPending(fixture, response, {
    what: `pay out ${amount}`,
    expectedStatuses,
    applyToModel: () => undefined,
  })
}

/** Records a pending request; a request that is refused anyway does not wait for an approval. */
function expectPending(
  fixture: Fixture,
  { status, headers, body }: { status: number; headers: Record<string, unknown>; body: object },
  request: Omit<PendingRequest, 'expiresAt'>,
): void {
  const waits = headers['x-error-kind'] === 'approval-required'
  fixture.story.push(`the gated software requests: ${request.what}, ${waits ? 'pending' : status}`)
  count(fixture, `requests ${waits ? 'pending' : status}`)
  expect(waits ? [403] : [402, 403, 409], storyOf(fixture)).toContain(status)
  if (!waits) return
  const { approvalId, expiresAt }: Readonly<Record<string, unknown>> = { ...body }
  fixture.pendingRequests.set(String(approvalId), { ...request, expiresAt: new Date(String(expiresAt)) })
}

/** A person decides, possibly after the expiry. */
export async function decide(fixture: Fixture): Promise<void> {
  const { souk, random, story } = fixture
  if (fixture.pendingRequests.size === 0) return requestApproval(fixture)
  const [approvalId, request] = random.pick([...fixture.pendingRequests])
  fixture.pendingRequests.delete(approvalId)
  const decision = random.chance(75) ? 'approve' : 'deny'
  const expired = request.expiresAt <= souk.clock.now()
  const expectedStatuses = expired ? [410] : decision === 'deny' ? [200] : request.expectedStatuses()
  story.push(`a person decides ${decision} on: ${request.what}, expecting ${expectedStatuses.join(' or ')}`)
  const response = await souk.call('decideApproval', { approvalId, decision }, { as: first(fixture).key.as })
  expect(expectedStatuses, storyOf(fixture)).toContain(response.status)
  count(fixture, `${decision} ${response.status}`)
  if (response.status === 200 && decision === 'approve') request.applyToModel(response.data.result)
}

function first({ players }: Fixture): Player {
  return players[0] ?? fail('no players')
}

function taskIdIn(result: unknown): string {
  const { task }: { task?: { id?: unknown } } = { ...(typeof result === 'object' ? result : {}) }
  return typeof task?.id === 'string' ? task.id : fail('an approved request returned no task')
}
