import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContext, createContext } from '../../src/context.ts'
import { day } from '../../src/lib/clock.ts'
import { newGatedAgent, buildGatedApp, storedItems } from '../fixtures/hostile/gated-routes.ts'
import { databaseUrl } from '../fixtures/database/databases.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { signIn, statusesOf } from '../fixtures/people/organizations.ts'
import { testSecretKey } from '../fixtures/secret-key.ts'
import { clusterUrl } from '../fixtures/database/test-cluster.ts'

let souk: Souk
let app: FastifyInstance
let owner: Person
beforeAll(async () => {
  souk = await startSouk()
  app = buildGatedApp(souk.context)
  owner = await souk.person()
})
afterAll(async () => {
  await app.close()
  await souk.stop()
})

const usd = (amount: number) => ({ amount, currency: 'USD' })
const requireApproval = { effect: 'requireApproval' } as const

const rowsOf = async (table: 'approvals' | 'gate_spending' | 'audit_entries' | 'settings') => {
  const { rows } = await sql<{ count: bigint }>`select count(*) from ${sql.table(table)}`.execute(
    souk.context.database,
  )
  return rows[0]?.count
}

describe('enforceGate', () => {
  it('lets people pass regardless of the gate', async () => {
    const buyer = await newGatedAgent(souk, app, owner, {
      killSwitch: true,
      rules: { award: { effect: 'deny' } },
    })
    const headers = { 'x-agent-context': buyer.agent.id }
    const response = await buyer.post(owner.token, '/api/things/by-person/buy', usd(5), headers)
    expect(response.status).toBe(200)
    expect((await buyer.buy('by-key')).status).toBe(403)
  })

  it.each([
    ['killSwitch', { killSwitch: true }, /kill switch/, /can turn the kill switch off/],
    ['rule', { rules: { award: { effect: 'deny' as const } } }, /The gate denies "award"/, /./],
  ])('refuses by %s and names it', async (name, gate, error, hint) => {
    const buyer = await newGatedAgent(souk, app, owner, gate)
    const { status, body } = await buyer.buy(`denied-${name}`, usd(1))
    expect([status, body.approvalId]).toEqual([403, undefined])
    expect(body).toMatchObject({ error: expect.stringMatching(error), hint: expect.stringMatching(hint) })
    expect(await storedItems(souk)).not.toContain(`denied-${name}`)
  })

  it('matches the other agent by handle and by id', async () => {
    const [bad, good] = [await souk.agent(owner), await souk.agent(owner)]
    const blocking = await newGatedAgent(souk, app, owner, { blocklist: [bad.name] })
    expect((await blocking.buy('from-bad', { counterparty: bad.id })).body.error).toMatch(/blocklist/)
    expect((await blocking.buy('from-good', { counterparty: good.id })).status).toBe(200)
    const picky = await newGatedAgent(souk, app, owner, { allowlist: [good.id] })
    expect((await picky.buy('from-unlisted', { counterparty: bad.id })).body.error).toMatch(/allowlist/)
    expect((await picky.buy('from-the-good', { counterparty: good.id })).status).toBe(200)
  })

  it('leaves only the approval after a refused call', async () => {
    const buyer = await newGatedAgent(souk, app, owner, { rules: { award: requireApproval } })
    const tables = ['gate_spending', 'audit_entries', 'settings'] as const
    const before = await Promise.all(tables.map(rowsOf))
    const approvals = await rowsOf('approvals')
    await buyer.requestApproval('refused', { ...usd(5), taskId: 'task_1' })
    expect(await Promise.all(tables.map(rowsOf))).toEqual(before)
    expect(await rowsOf('approvals')).toBe((approvals ?? 0n) + 1n)
  })

  it('returns the same refusal to A2A clients in their format', async () => {
    const buyer = await newGatedAgent(souk, app, owner, {
      rules: { accept: requireApproval },
      approvalTtlHours: 1,
    })
    const url = '/api/a2a/v1/agents/grabbed/things:grab'
    const { status, body } = await buyer.post(buyer.key, url, {}, { 'a2a-version': '1.0' })
    const facts = {
      approvalId: expect.stringMatching(/^apr_/),
      expiresAt: '2026-11-15T13:00:00.000Z',
      failedRule: 'rule:accept',
    }
    expect([status, body]).toMatchObject([
      403,
      {
        type: 'http://localhost:4000/api/problems/approval-required',
        ...facts,
        error: { code: 403, details: [{ reason: 'APPROVAL_REQUIRED', metadata: facts }] },
      },
    ])
    const { data } = await buyer.decide(body.approvalId ?? '', 'approve')
    expect(data).toMatchObject({ approval: { state: 'done' }, result: { id: 'grabbed' } })
  })
})

describe('budgets', () => {
  it('allow exactly their limit of 50 concurrent calls', async () => {
    const budgets = [{ window: 'day' as const, max: usd(100) }]
    const buyer = await newGatedAgent(souk, app, owner, { budgets })
    const calls = Array.from({ length: 50 }, (_, index) => buyer.buy(`race-${index}`, usd(10)))
    const responses = await Promise.all(calls)
    expect(statusesOf(responses).filter((status) => status === 200)).toHaveLength(10)
    const refused = responses.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.failedRule))).toEqual(new Set(['budget:day']))
    expect((await storedItems(souk)).filter((name) => name.startsWith('race-'))).toHaveLength(10)
  })

  it('count spending of all keys per task, UTC day and UTC month', async () => {
    const buyer = await newGatedAgent(souk, app, owner, {
      budgets: [
        { window: 'task', max: usd(30) },
        { window: 'day', max: usd(50) },
        { window: 'month', max: usd(80) },
      ],
    })
    const other = await souk.key(owner, buyer.agent)
    const rule = async (id: string, amount: number, taskId: string, as = buyer.key) =>
      (await buyer.buy(id, { ...usd(amount), taskId }, as)).body.failedRule
    expect(await rule('w1', 30, 'task_1')).toBeUndefined()
    expect(await rule('w2', 1, 'task_1', other)).toBe('budget:task')
    expect(await rule('w3', 21, 'task_2', other)).toBe('budget:day')
    expect(await rule('w4', 20, 'task_2', other)).toBeUndefined()
    souk.clock.advance(day)
    owner = await signIn(souk, owner)
    expect(await rule('w5', 1, 'task_1')).toBe('budget:task')
    expect(await rule('w6', 30, 'task_3')).toBeUndefined()
    expect(await rule('w7', 1, 'task_3')).toBe('budget:task')
    expect(await rule('w8', 1, 'task_4')).toBe('budget:month')
    souk.clock.advance(20 * day)
    owner = await signIn(souk, owner)
    expect(await rule('w9', 30, 'task_5')).toBeUndefined()
  })

  it('do not count refused or rolled back calls', async () => {
    const stall = buildGatedApp(souk.context, { gone: 'sold out' })
    const buyer = await newGatedAgent(souk, stall, owner, { budgets: [{ window: 'day', max: usd(10) }] })
    for (let count = 0; count < 3; count++) {
      expect((await buyer.buy('none', { ...usd(10), priced: 'gone' })).status).toBe(402)
      expect((await buyer.buy('too-much', usd(11))).status).toBe(403)
    }
    expect((await buyer.buy('exact', usd(10))).status).toBe(200)
    await stall.close()
  })

  it('survive a restart', async () => {
    const buyer = await newGatedAgent(souk, app, owner, { budgets: [{ window: 'day', max: usd(10) }] })
    expect((await buyer.buy('before', usd(9))).status).toBe(200)
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      souk.context.database,
    )
    const context = await createContext({
      ...souk.context,
      databaseUrl: databaseUrl(clusterUrl(), rows[0]?.name ?? ''),
      secretKey: testSecretKey,
      passwordCost: { memoryKiB: 1024, passes: 1 },
    })
    const restarted = buildGatedApp(context)
    const headers = { authorization: `Bearer ${buyer.key}` }
    const spend = (amount: number) =>
      restarted.inject({
        method: 'POST',
        url: `/api/things/after-${amount}/buy`,
        payload: usd(amount),
        headers,
      })
    expect((await spend(2)).json()).toMatchObject({ failedRule: 'budget:day' })
    expect((await spend(1)).statusCode).toBe(200)
    await restarted.close()
    await closeContext(context)
  })
})

describe('simulateGate', () => {
  it('returns the decision for a key and counts nothing', async () => {
    const bad = await souk.agent(owner)
    const buyer = await newGatedAgent(souk, app, owner, {
      rules: { award: { effect: 'requireApproval', above: usd(50) } },
      budgets: [{ window: 'day', max: usd(60) }],
      blocklist: [bad.id],
    })
    const simulate = async (input: object, as = buyer.key) =>
      (await souk.call('simulateGate', { agentId: buyer.agent.name, action: 'award', ...input }, { as })).data
    const spending = await rowsOf('gate_spending')
    expect(await simulate({ amount: usd(50) })).toMatchObject({ verdict: 'allow', failedRule: null })
    expect(await simulate({ amount: usd(51) }, owner.token)).toEqual({
      verdict: 'requireApproval',
      failedRule: 'rule:award',
      explanation: 'The gate requires an approval for "award" above USD 0.50.',
    })
    expect(await simulate({ counterparty: bad.name })).toMatchObject({
      verdict: 'deny',
      failedRule: 'blocklist',
    })
    expect(await simulate({ counterparty: 'unknown-agent' })).toMatchObject({ verdict: 'allow' })
    expect(await rowsOf('gate_spending')).toBe(spending)
    await buyer.buy('simulated', usd(40))
    expect(await simulate({ amount: usd(21) })).toMatchObject({
      verdict: 'requireApproval',
      failedRule: 'budget:day',
    })
    expect(await simulate({ action: 'fund', amount: usd(20) })).toMatchObject({ verdict: 'allow' })
  })
})
