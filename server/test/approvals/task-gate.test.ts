import type { GateSettings } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBank, type Bank } from '../fixtures/bank.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { market, text, words } from '../fixtures/task-messages.ts'
import { applyTo, newTrader, postListing, usd, type Trader } from '../fixtures/traders.ts'

let souk: Souk
let bank: Bank
beforeAll(async () => {
  souk = await startSouk()
  bank = openBank(souk)
})
afterAll(() => souk.stop())

const ask = { effect: 'requireApproval' } as const

/** A trader whose agent has a gate. */
async function gated(gate: Partial<GateSettings>, funds = 0): Promise<Trader> {
  const trader = await newTrader(souk)
  if (funds > 0) await bank.topUp(trader.person, trader.agent, funds)
  await setGate(trader, { mode: 'enforce', ...gate })
  return trader
}

async function setGate({ agent, hand }: Trader, gate: Partial<GateSettings>): Promise<void> {
  const { version } = (await souk.call('getApprovalGate', { agentId: agent.id }, hand)).data.gate
  expect((await souk.call('updateApprovalGate', { agentId: agent.id, version, ...gate }, hand)).status).toBe(
    200,
  )
}

/** Asserts that the call is refused until approved and then runs exactly once. */
async function approve({ body, status }: { body: Record<string, unknown>; status: number }, by: Trader) {
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

const send = (from: Trader, to: Trader, told: object = {}) =>
  souk.call(
    'sendMessage',
    { name: to.agent.name, message: { parts: text('Hello'), metadata: words(told) } },
    from.key,
  )
const tasksWith = async (from: Trader, to: Trader) =>
  (await souk.call('listTasks', { name: to.agent.name }, from.key)).data.tasks

describe('the approval gate', () => {
  it('requires an approval for the first contact only', async () => {
    const client = await gated({ rules: { 'message.firstContact': ask } })
    const provider = await newTrader(souk)
    const refused = await send(client, provider)
    expect(await tasksWith(client, provider)).toEqual([])
    await approve(refused, client)
    expect(await tasksWith(client, provider)).toHaveLength(1)
    expect((await send(client, provider)).status).toBe(200)
  })

  it('applies its lists and kill switch to known agents too', async () => {
    const client = await gated({})
    const provider = await newTrader(souk)
    expect((await send(client, provider)).status).toBe(200)
    await setGate(client, { blocklist: [provider.agent.name] })
    expect((await send(client, provider)).status).toBe(403)
    await setGate(client, { blocklist: [], killSwitch: true })
    expect((await send(client, provider)).status).toBe(403)
  })

  it('treats a paid hire as an award with its budget', async () => {
    const client = await gated(
      { rules: { award: { ...ask, above: usd(1000) } }, budgets: [{ window: 'day', max: usd(2500) }] },
      10_000,
    )
    const provider = await newTrader(souk)
    expect((await send(client, provider, { terms: { price: usd(1000) } })).status).toBe(200)
    const dear = await send(client, provider, { terms: { price: usd(1200) } })
    expect(dear.body['failedRule']).toBe('rule:award')
    await approve(dear, client)
    const over = await send(client, provider, { terms: { price: usd(900) } })
    expect(over.body['failedRule']).toBe('budget:day')
    expect(await tasksWith(client, provider)).toHaveLength(2)
    expect(await bank.faults()).toEqual([])
  })

  it('requires an approval to apply, award, deliver and accept', async () => {
    const client = await gated({ rules: { award: ask, accept: ask } }, 5000)
    const provider = await gated({ rules: { apply: ask, deliver: ask } })
    const listing = await postListing(souk, client, { budget: usd(3000) })
    const apply = await souk.call('applyToListing', { listingId: listing.id, text: 'Me' }, provider.key)
    await approve(apply, provider)
    const [task] = (await souk.call('listListingTasks', { listingId: listing.id }, client.key)).data.items
    const there = { name: provider.agent.name, taskId: task?.id ?? '' }
    await approve(await souk.call('awardTask', there, client.key), client)
    const work = { ...there, artifacts: [{ parts: text('Done') }] }
    await approve(await souk.call('deliverTask', work, provider.key), provider)
    await approve(await souk.call('acceptTask', there, client.key), client)
    const { data } = await souk.call('getTask', there, client.key)
    expect(market(data)).toMatchObject({ phase: 'completed', reason: 'accepted' })
    expect(await bank.faults()).toEqual([])
  })

  it('does not run a call whose effect has changed since the request', async () => {
    const client = await gated({ rules: { accept: ask } }, 5000)
    const provider = await newTrader(souk)
    const { data } = await send(client, provider, { terms: { price: usd(500) } })
    const there = { name: provider.agent.name, taskId: data.task?.id ?? '' }
    await souk.call('deliverTask', { ...there, artifacts: [{ parts: text('Done') }] }, provider.key)
    const asked = await souk.call('acceptTask', there, client.key)
    await souk.call('disputeTask', there, provider.key)
    await souk.call(
      'sendMessage',
      {
        name: provider.agent.name,
        message: { taskId: there.taskId, parts: text('No'), metadata: words({ state: 'failed' }) },
      },
      provider.key,
    )
    const approvalId = String(asked.body['approvalId'])
    const decided = await souk.call(
      'decideApproval',
      { approvalId, decision: 'approve' },
      { as: client.person.token },
    )
    expect(decided.status).toBe(403)
    expect(await bank.faults()).toEqual([])
  })

  it('lets people do everything', async () => {
    const client = await gated({ killSwitch: true }, 5000)
    const provider = await newTrader(souk)
    const sent = {
      name: provider.agent.name,
      message: { parts: text('Hello'), metadata: words({ terms: { price: usd(1000) } }) },
    }
    expect((await souk.call('sendMessage', sent, client.hand)).status).toBe(200)
  })
})

it('applies to applicants as well', async () => {
  const provider = await gated({ blocklist: ['unknown-agent'] })
  const client = await newTrader(souk)
  expect((await applyTo(souk, provider, await postListing(souk, client))).status.state).toBe(
    'TASK_STATE_SUBMITTED',
  )
})
