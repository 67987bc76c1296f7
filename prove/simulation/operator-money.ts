/** Money moves of operators: holds and actions on payouts, refunds, write-offs and corrections, with a second operator. */
import { operatorPayoutActions, type LedgerPosting, type OperatorAction } from 'souk-contract'
import { expect } from 'vitest'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { CallOptions, CallResult } from '../../server/test/fixtures/operations.ts'
import type { Person } from '../../server/test/fixtures/harness.ts'
import { signIn } from '../../server/test/fixtures/people/organizations.ts'
import { storyOf } from '../../server/test/tasks/task-model/compare.ts'
import { applyPosting, count, type Player } from '../../server/test/tasks/task-model/world.ts'
import type { Fixture } from './fixture.ts'
import { toAmounts } from './sync-model.ts'

/** Sessions end and passwords become stale while time passes, so operators sign in for every move. */
export async function signInAs(fixture: Fixture, operator: Person): Promise<CallOptions> {
  return { as: (await signIn(fixture.souk, operator)).token }
}

export async function actOnPayout(fixture: Fixture): Promise<void> {
  const { souk, random, players, story, operators } = fixture
  const as = await signInAs(fixture, operators.finance)
  const paying = players.filter(({ books }) => books.payoutPending > 0)
  const { agent } = random.pick(paying.length > 0 ? paying : players)
  const { items } = (await souk.call('listMarketPayouts', { agentId: agent.id, state: 'all' }, as)).data
  const movable = items.filter(({ operatorActions }) => operatorActions.length > 0)
  if (items.length === 0) return
  const payout = random.pick(movable.length > 0 ? movable : items)
  const possible = payout.operatorActions
  const action = random.pick(possible.length > 0 && random.chance(80) ? possible : operatorPayoutActions)
  const expected = possible.includes(action) ? 200 : 409
  story.push(`an operator takes the action ${action} on ${payout.id}, expecting ${expected}`)
  const input = { payoutId: payout.id, action, reason: 'Unusual amount.' }
  const { status } = await souk.call('takePayoutAction', input, as)
  expect(status, storyOf(fixture)).toBe(expected)
  count(fixture, `operator: ${action} ${status}`)
}

/** Ends all holds, so that every payout can finish. */
export async function releasePayouts(fixture: Fixture): Promise<void> {
  const { souk, players, operators } = fixture
  const as = await signInAs(fixture, operators.finance)
  for (const { agent } of players) {
    const { items } = (await souk.call('listMarketPayouts', { agentId: agent.id, state: 'held' }, as)).data
    for (const { id: payoutId } of items) {
      const { status } = await souk.call('takePayoutAction', { payoutId, action: 'release' }, as)
      expect(status, storyOf(fixture)).toBe(200)
    }
  }
}

export async function retryByOperator(fixture: Fixture, payoutId: string): Promise<void> {
  const as = await signInAs(fixture, fixture.operators.finance)
  const { status } = await fixture.souk.call('takePayoutAction', { payoutId, action: 'retry' }, as)
  expect(status, storyOf(fixture)).toBe(200)
  count(fixture, 'operator: retry of a stopped payout')
}

export async function refund(fixture: Fixture): Promise<void> {
  const { souk, random, players, operators } = fixture
  const as = await signInAs(fixture, operators.finance)
  const { agent, name } = random.pick(players)
  const { items } = (await souk.call('listPayments', { agentId: agent.id }, as)).data
  const paid = items.filter(({ refundable }) => refundable.amount > 0)
  if (paid.length === 0) return
  const { id: paymentId, refundable } = random.pick(paid)
  const amount = random.chance(50) ? {} : { amount: 1 + random.below(refundable.amount + 1) }
  fixture.story.push(`an operator refunds ${amount.amount ?? 'all'} of ${paymentId} to ${name}`)
  await propose(fixture, await souk.call('refundPayment', { paymentId, ...amount, reason: 'Asked for.' }, as))
}

export async function writeOff(fixture: Fixture): Promise<void> {
  const { souk, random, players, operators } = fixture
  const indebted = players.filter(({ books }) => books.owed > 0)
  if (indebted.length === 0) return
  const as = await signInAs(fixture, operators.finance)
  const { agent, name, books } = random.pick(indebted)
  const amount = random.chance(50) ? {} : { amount: 1 + random.below(books.owed + 1) }
  fixture.story.push(`an operator writes off ${amount.amount ?? 'all'} of the debt of ${name}`)
  await propose(
    fixture,
    await souk.call('writeOffDebt', { agentId: agent.id, ...amount, reason: 'Uncollectible.' }, as),
  )
}

export async function correct(
  fixture: Fixture,
  { agent }: Player = fixture.random.pick(fixture.players),
): Promise<void> {
  const { random, souk, operators } = fixture
  const as = await signInAs(fixture, operators.finance)
  const { items } = (await souk.call('listPostings', { agentId: agent.id, limit: 100 }, as)).data
  const among = items.filter(({ correctable }) => correctable || random.chance(5))
  if (among.length === 0) return
  const { key: posting } = random.pick(among)
  fixture.story.push(`an operator corrects ${posting}`)
  await propose(fixture, await souk.call('correctPosting', { posting, reason: 'Wrong agent.' }, as))
}

type ActionReply = CallResult<{ action: OperatorAction }>

/** Refused if the money is spent, the payment is charged back, or the posting was corrected before. */
async function propose(fixture: Fixture, response: ActionReply): Promise<void> {
  expect([200, 402, 409, 422], storyOf(fixture)).toContain(response.status)
  const action = response.status === 200 ? response.data.action : undefined
  count(fixture, `operator: ${action === undefined ? response.status : `${action.kind} ${action.state}`}`)
  if (action?.state === 'executed') await applyToModel(fixture, action)
}

/** A second operator decides; the one who proposed the action cannot approve it. */
export async function decideAction(fixture: Fixture): Promise<void> {
  const { souk, random, operators, story } = fixture
  const as = await signInAs(fixture, operators.secondFinance)
  const { items } = (await souk.call('listActions', { state: 'pending' }, as)).data
  if (items.length === 0) return
  const { id: actionId, kind } = random.pick(items)
  const alone = await signInAs(fixture, operators.finance)
  expect((await souk.call('approveAction', { actionId }, alone)).status, storyOf(fixture)).toBe(403)
  const decision = random.chance(80) ? 'approve' : 'reject'
  story.push(`a second operator decides ${decision} on the ${kind} ${actionId}`)
  const response =
    decision === 'approve'
      ? await souk.call('approveAction', { actionId }, as)
      : await souk.call('rejectAction', { actionId, reason: 'No.' }, as)
  expect(decision === 'approve' ? [200, 402, 409, 422] : [200], storyOf(fixture)).toContain(response.status)
  count(fixture, `operator: ${decision} ${kind} ${response.status}`)
  if (response.status === 200 && decision === 'approve') await applyToModel(fixture, response.data.action)
}

/** Write-offs and corrections; the model takes refunds from the ledger, as those of the processor. */
async function applyToModel(fixture: Fixture, { kind, subjectId, amount }: OperatorAction): Promise<void> {
  if (kind === 'write-off') {
    const player = fixture.players.find(({ agent }) => agent.id === subjectId)
    if (player !== undefined) applyPosting(player.books, { owed: -amount.amount })
  }
  if (kind === 'correction') await applyCorrection(fixture, subjectId)
}

/** The reverse of each transfer, as far as it concerns the players of this seed. */
async function applyCorrection(fixture: Fixture, key: string): Promise<void> {
  const { souk, players, operators } = fixture
  const as = await signInAs(fixture, operators.auditor)
  for (const player of players) {
    const { items } = (await souk.call('listPostings', { agentId: player.agent.id, limit: 100 }, as)).data
    const wrong = items.find((posting) => posting.key === key)
    if (wrong !== undefined) return reverse(player, wrong)
  }
  fail(`no player has the posting ${key}`)
}

function reverse({ agent, books }: Player, { transfers }: LedgerPosting): void {
  for (const { debit, credit, amount } of transfers) {
    const returned = BigInt(amount.amount)
    if (debit.owner === agent.id) applyPosting(books, toAmounts({ kind: debit.kind, amount: returned }))
    if (credit.owner === agent.id) applyPosting(books, toAmounts({ kind: credit.kind, amount: -returned }))
  }
}
