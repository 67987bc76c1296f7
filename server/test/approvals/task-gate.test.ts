import type { GateSettings } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { market, text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { applyTo, createTestAgent, postListing, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let payments: PaymentActions
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
})
afterAll(() => souk.stop())

const requireApproval = { effect: 'requireApproval' } as const

/** A trader whose agent has a gate. */
async function gated(gate: Partial<GateSettings>, funds = 0): Promise<TestAgent> {
  const trader = await createTestAgent(souk)
  if (funds > 0) await payments.topUp(trader.person, trader.agent, funds)
  await setGate(trader, { mode: 'enforce', ...gate })
  return trader
}

async function setGate({ agent, asPerson }: TestAgent, gate: Partial<GateSettings>): Promise<void> {
  const { version } = (await souk.call('getApprovalGate', { agentId: agent.id }, asPerson)).data.gate
  expect(
    (await souk.call('updateApprovalGate', { agentId: agent.id, version, ...gate }, asPerson)).status,
  ).toBe(200)
}

/** Asserts that the call is refused until approved and then runs exactly once. */
async function approve({ body, status }: { body: Record<string, unknown>; status: number }, by: TestAgent) {
  expect([status, body['title'] ?? body['error']]).toMatchObject([
    403,
    expect.stringMatching(/pproval|approve/),
  ])
  const approvalId = String(body['approvalId'])
  const decided = await souk.call(
    'decideApproval',
    { approvalId, decision: 'approve' },
    { as: by.person.token },
  )
  expect(decided.data.approval.state).toBe('done')
}

const send = (from: TestAgent, to: TestAgent, values: object = {}) =>
  souk.call(
    'sendMessage',
    { name: to.agent.name, message: { parts: text('Hello'), metadata: marketMetadata(values) } },
    from.key,
  )
const tasksWith = async (from: TestAgent, to: TestAgent) =>
  (await souk.call('listTasks', { name: to.agent.name }, from.key)).data.tasks

describe('the approval gate', () => {
  it('requires an approval for the first contact only', async () => {
    const client = await gated({ rules: { 'message.firstContact': requireApproval } })
    const provider = await createTestAgent(souk)
    const refused = await send(client, provider)
    expect(await tasksWith(client, provider)).toEqual([])
    await approve(refused, client)
    expect(await tasksWith(client, provider)).toHaveLength(1)
    expect((await send(client, provider)).status).toBe(200)
  })

  it('applies its lists and kill switch to known agents too', async () => {
    const client = await gated({})
    const provider = await createTestAgent(souk)
    expect((await send(client, provider)).status).toBe(200)
    await setGate(client, { blocklist: [provider.agent.name] })
    expect((await send(client, provider)).status).toBe(403)
    await setGate(client, { blocklist: [], killSwitch: true })
    expect((await send(client, provider)).status).toBe(403)
  })

  it('treats a paid hire as an award with its budget', async () => {
    const client = await gated(
      {
        rules: { award: { ...requireApproval, above: usd(1000) } },
        budgets: [{ window: 'day', max: usd(2500) }],
      },
      10_000,
    )
    const provider = await createTestAgent(souk)
    expect((await send(client, provider, { terms: { price: usd(1000) } })).status).toBe(200)
    const dear = await send(client, provider, { terms: { price: usd(1200) } })
    expect(dear.body['failedRule']).toBe('rule:award')
    await approve(dear, client)
    const over = await send(client, provider, { terms: { price: usd(900) } })
    expect(over.body['failedRule']).toBe('budget:day')
    expect(await tasksWith(client, provider)).toHaveLength(2)
    expect(await payments.failedChecks()).toEqual([])
  })

  it('requires an approval to apply, award, deliver and accept', async () => {
    const client = await gated({ rules: { award: requireApproval, accept: requireApproval } }, 5000)
    const provider = await gated({ rules: { apply: requireApproval, deliver: requireApproval } })
    const listing = await postListing(souk, client, { budget: usd(3000) })
    const apply = await souk.call('applyToListing', { listingId: listing.id, text: 'Me' }, provider.key)
    await approve(apply, provider)
    const [task] = (await souk.call('listListingTasks', { listingId: listing.id }, client.key)).data.items
    const address = { name: provider.agent.name, taskId: task?.id ?? '' }
    await approve(await souk.call('awardTask', address, client.key), client)
    const work = { ...address, artifacts: [{ parts: text('Done') }] }
    await approve(await souk.call('deliverTask', work, provider.key), provider)
    await approve(await souk.call('acceptTask', address, client.key), client)
    const { data } = await souk.call('getTask', address, client.key)
    expect(market(data)).toMatchObject({ phase: 'completed', reason: 'accepted' })
    expect(await payments.failedChecks()).toEqual([])
  })

  it('does not run a call whose effect has changed since the request', async () => {
    const client = await gated({ rules: { accept: requireApproval } }, 5000)
    const provider = await createTestAgent(souk)
    const { data } = await send(client, provider, { terms: { price: usd(500) } })
    const address = { name: provider.agent.name, taskId: data.task?.id ?? '' }
    await souk.call('deliverTask', { ...address, artifacts: [{ parts: text('Done') }] }, provider.key)
    const refused = await souk.call('acceptTask', address, client.key)
    await souk.call('disputeTask', address, provider.key)
    await souk.call(
      'sendMessage',
      {
        name: provider.agent.name,
        message: { taskId: address.taskId, parts: text('No'), metadata: marketMetadata({ state: 'failed' }) },
      },
      provider.key,
    )
    const approvalId = String(refused.body['approvalId'])
    const decided = await souk.call(
      'decideApproval',
      { approvalId, decision: 'approve' },
      { as: client.person.token },
    )
    expect(decided.status).toBe(403)
    expect(await payments.failedChecks()).toEqual([])
  })

  it.each([
    ['the provider has delivered again', { intent: 'changes' }, true],
    ['a person has opened a dispute', undefined, false],
  ])('does not accept when %s since the request', async (_why, changes, redelivers) => {
    const client = await gated({ rules: { accept: requireApproval } }, 5000)
    const provider = await createTestAgent(souk)
    const { data } = await send(client, provider, { terms: { price: usd(500), maxRevisions: 1 } })
    const address = { name: provider.agent.name, taskId: data.task?.id ?? '' }
    const deliver = () =>
      souk.call('deliverTask', { ...address, artifacts: [{ parts: text('Done') }] }, provider.key)
    const accept = () => souk.call('acceptTask', address, client.key)
    await deliver()
    const { approvalId } = (await accept()).body
    if (redelivers) {
      const message = {
        taskId: address.taskId,
        parts: text('Again'),
        metadata: marketMetadata(changes ?? {}),
      }
      await souk.call('sendMessage', { name: provider.agent.name, message }, client.key)
      expect((await deliver()).status).toBe(200)
    } else expect((await souk.call('disputeTask', address, client.asPerson)).status).toBe(200)
    const input = { approvalId: String(approvalId), decision: 'approve' as const }
    const decided = await souk.call('decideApproval', input, client.asPerson)
    expect([decided.status, decided.body['error']]).toEqual([
      409,
      expect.stringContaining('has changed since'),
    ])
    const task = (await souk.call('getTask', address, client.key)).data
    expect(market(task).phase).toBe(redelivers ? 'delivered' : 'disputed')
    if (redelivers) await approve(await accept(), client)
  })

  it('lets people do everything', async () => {
    const client = await gated({ killSwitch: true }, 5000)
    const provider = await createTestAgent(souk)
    const sent = {
      name: provider.agent.name,
      message: { parts: text('Hello'), metadata: marketMetadata({ terms: { price: usd(1000) } }) },
    }
    expect((await souk.call('sendMessage', sent, client.asPerson)).status).toBe(200)
  })

  it('applies to applicants as well', async () => {
    const provider = await gated({ blocklist: ['unknown-agent'] })
    const client = await createTestAgent(souk)
    expect((await applyTo(souk, provider, await postListing(souk, client))).status.state).toBe(
      'TASK_STATE_SUBMITTED',
    )
  })
})
