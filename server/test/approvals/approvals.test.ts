import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { GateSettings } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enforceGate } from '../../src/approvals/enforcement/enforce-gate.ts'
import type { KeyCaller } from '../../src/caller.ts'
import { hour, minute } from '../../src/lib/clock.ts'
import { isId } from '../../src/lib/ids.ts'
import { sha256 } from '../../src/lib/secrets.ts'
import { newGatedAgent, buildGatedApp, storedItems, type Prices } from '../fixtures/hostile/gated-routes.ts'
import { call, startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { fail } from '../fixtures/fail.ts'
import {
  createTestOrganization,
  auditActionsOn,
  addMember,
  statusesOf,
} from '../fixtures/people/organizations.ts'

let souk: Souk
let app: FastifyInstance
let owner: Person
const prices: Prices = { gone: 'sold out', faulty: 'broken' }
beforeAll(async () => {
  souk = await startSouk()
  app = buildGatedApp(souk.context, prices)
  owner = await souk.person()
})
afterAll(async () => {
  await app.close()
  await souk.stop()
})

const usd = (amount: number) => ({ amount, currency: 'USD' })
const rules: GateSettings['rules'] = {
  award: { effect: 'requireApproval' },
  fund: { effect: 'requireApproval' },
}
const createGated = (gate: Partial<GateSettings> = {}) => newGatedAgent(souk, app, owner, { rules, ...gate })
const itemNames = () => storedItems(souk)

describe('a call that needs an approval', () => {
  it('is stored exactly and matched by an identical call', async () => {
    const buyer = await createGated()
    const { body, status } = await buyer.buy('kept', { amount: 5, taskId: 'task_1' })
    expect([status, body]).toEqual([
      403,
      {
        success: false,
        error: 'Approval required. The gate requires an approval for "award".',
        hint: expect.stringContaining(`approval ${body.approvalId}`),
        code: 'approval-required',
        approvalId: expect.stringMatching(/^apr_/),
        expiresAt: '2026-11-18T12:00:00.000Z',
        failedRule: 'rule:award',
      },
    ])
    const path = { approvalId: body.approvalId ?? '' }
    const { data } = await souk.call('getApproval', path, { as: owner.token })
    expect(data).toEqual({
      approval: {
        id: body.approvalId,
        agentId: buyer.agent.id,
        keyId: expect.stringMatching(/^key_/),
        userId: null,
        operation: 'buyThing',
        action: 'award',
        amount: usd(5),
        counterparty: null,
        failedRule: 'rule:award',
        state: 'pending',
        error: null,
        createdAt: souk.clock.now().toISOString(),
        expiresAt: body.expiresAt,
        decidedBy: null,
        decidedAt: null,
      },
      input: { id: 'kept', amount: 5, taskId: 'task_1' },
    })
    expect((await buyer.buy('kept', { taskId: 'task_1', amount: 5 })).body).toEqual(body)
    expect(await buyer.requestApproval('kept', { amount: 6, taskId: 'task_1' })).not.toBe(body.approvalId)
  })

  it('creates one approval for concurrent repetitions', async () => {
    const buyer = await createGated()
    const ids = await Promise.all(Array.from({ length: 10 }, () => buyer.requestApproval('twins')))
    expect(new Set(ids).size).toBe(1)
  })

  it('is refused when a hundred approvals are pending', async () => {
    const buyer = await createGated({ approvalTtlHours: 1 })
    const buy = (index: number) => buyer.buy(`many-${index}`)
    await Promise.all(Array.from({ length: 99 }, (_, index) => buy(index)))
    const last = await Promise.all([buy(99), buy(100), buy(101)])
    expect(statusesOf(last)).toEqual([403, 429, 429])
    expect((await buy(0)).status).toBe(403)
    souk.clock.advance(hour)
    expect((await buy(102)).status).toBe(403)
  })
})

describe('decideApproval', () => {
  it('runs the stored call as the key and returns only the fields of its route', async () => {
    const buyer = await createGated()
    const id = await buyer.requestApproval('wanted')
    expect(await itemNames()).not.toContain('wanted')
    const { data } = await buyer.decide(id, 'approve')
    expect(data.result).toEqual({ id: 'wanted' })
    expect(data.approval).toMatchObject({ state: 'done', decidedBy: owner.user.id, error: null })
    expect(await itemNames()).toContain('wanted')
    expect(await auditActionsOn(souk, id)).toEqual(['approval.approved'])
  })

  it('runs the call once under concurrent approvals and refuses later decisions', async () => {
    const buyer = await createGated()
    for (const [url, done] of [['/api/things/raced-1/buy'], ['/api/things/raced-2/pay', 'raced-2-paid']]) {
      const { body } = await buyer.post(buyer.key, url ?? '', { amount: 5 })
      const tries = Array.from({ length: 5 }, () => buyer.decide(body.approvalId ?? '', 'approve'))
      expect(statusesOf(await Promise.all(tries))).toEqual([200, 409, 409, 409, 409])
      expect(await buyer.stateOf(body.approvalId ?? '')).toBe('done')
      expect(await itemNames()).toContain(done ?? 'raced-1')
      expect((await buyer.decide(body.approvalId ?? '', 'deny')).status).toBe(409)
    }
  })

  it('replays the response for the same Idempotency-Key', async () => {
    const buyer = await createGated()
    const input = { approvalId: await buyer.requestApproval('again'), decision: 'approve' }
    const options = { as: owner.token, headers: { 'idempotency-key': 'decide-again' } }
    const first = await call(app, 'decideApproval', input, options)
    const second = await call(app, 'decideApproval', input, options)
    expect([first.status, second.body]).toEqual([200, first.body])
  })

  it('stores the response under the Idempotency-Key of the request', async () => {
    const buyer = await createGated()
    const buy = (amount: number) =>
      buyer.post(buyer.key, '/api/things/keyed/buy', { amount }, { 'idempotency-key': 'buy-keyed' })
    const { body } = await buy(5)
    expect((await buyer.decide(body.approvalId ?? '', 'approve')).status).toBe(200)
    expect(await buy(5)).toMatchObject({ status: 200, body: { data: { id: 'keyed' } } })
    expect((await buy(6)).status).toBe(422)
  })

  it('denies, after which the same call needs a new approval', async () => {
    const buyer = await createGated()
    const id = await buyer.requestApproval('denied')
    const { data } = await buyer.decide(id, 'deny')
    expect(data).toMatchObject({ approval: { state: 'denied' }, result: null })
    expect((await buyer.decide(id, 'approve')).status).toBe(409)
    expect(await auditActionsOn(souk, id)).toEqual(['approval.denied'])
    expect(await buyer.requestApproval('denied')).not.toBe(id)
    expect(await itemNames()).not.toContain('denied')
  })

  it('refuses an expired approval before and after the worker has expired it', async () => {
    const buyer = await createGated({ approvalTtlHours: 1 })
    const id = await buyer.requestApproval('late')
    souk.clock.advance(hour)
    expect(await buyer.stateOf(id)).toBe('expired')
    for (const worked of [false, true]) {
      if (worked) await souk.work()
      expect((await buyer.decide(id, 'approve')).status).toBe(410)
      expect((await buyer.decide(id, 'deny')).status).toBe(410)
    }
    const stored = sql<{ state: string }>`select state from approvals where id = ${id}`
    expect((await stored.execute(souk.context.database)).rows).toEqual([{ state: 'expired' }])
    expect(await buyer.requestApproval('late')).not.toBe(id)
  })

  it.each([
    ['the action is refused', 402, /It is sold out/, 'gone', 'sold out'],
    ['the price has changed', 409, /has changed since the approval was requested/, 'dear', 7],
  ] as const)('fails when %s', async (why, status, error, priced, price) => {
    const buyer = await createGated()
    const id = await buyer.requestApproval(`failing-${status}`, { amount: 5, priced })
    prices[priced] = price
    const response = await buyer.decide(id, 'approve')
    expect([response.status, response.body.error]).toEqual([status, expect.stringMatching(error)])
    const { approval } = (await souk.call('getApproval', { approvalId: id }, { as: buyer.key })).data
    expect(approval, why).toMatchObject({
      state: 'failed',
      error: response.body.error,
      decidedBy: owner.user.id,
    })
    expect(await auditActionsOn(souk, id)).toEqual(['approval.approved', 'approval.failed'])
    expect(await itemNames()).not.toContain(`failing-${status}`)
  })

  it('allows only denial while the kill switch is on and approval afterwards', async () => {
    const buyer = await createGated()
    const [waiting, unwanted] = [
      await buyer.requestApproval('waiting'),
      await buyer.requestApproval('unwanted'),
    ]
    const stop = (version: number, killSwitch: boolean) =>
      souk.call('updateApprovalGate', { agentId: buyer.agent.id, version, killSwitch }, { as: owner.token })
    await stop(1, true)
    const refused = await buyer.decide(waiting, 'approve')
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringMatching(/kill switch/)])
    expect(await buyer.stateOf(waiting)).toBe('pending')
    expect(await itemNames()).not.toContain('waiting')
    expect((await buyer.decide(unwanted, 'deny')).status).toBe(200)
    await stop(2, false)
    expect((await buyer.decide(waiting, 'approve')).status).toBe(200)
    expect(await itemNames()).toContain('waiting')
  })

  it('fails when the key was deactivated', async () => {
    const buyer = await createGated()
    const stopped = await buyer.requestApproval('stopped')
    const { items } = (await souk.call('listKeys', { agentId: buyer.agent.id }, { as: owner.token })).data
    const input = { agentId: buyer.agent.id, kid: items[0]?.kid ?? '' }
    await souk.call('deactivateKey', input, { as: owner.token })
    const response = await buyer.decide(stopped, 'approve')
    expect([response.status, response.body.error]).toEqual([403, 'The requesting key is no longer valid.'])
    const failed = await souk.call(
      'listApprovals',
      { agentId: buyer.agent.id, state: 'failed' },
      { as: owner.token },
    )
    expect(failed.data.items.map(({ id }) => id)).toEqual([stopped])
    expect(await itemNames()).not.toContain('stopped')
  })

  it('keeps the failed payment of a declined card and reports the failure', async () => {
    const buyer = await createGated()
    const { body } = await buyer.post(buyer.key, '/api/things/declined/pay', { amount: 5, priced: 'gone' })
    expect((await buyer.decide(body.approvalId ?? '', 'approve')).status).toBe(402)
    expect(await buyer.stateOf(body.approvalId ?? '')).toBe('failed')
    expect((await itemNames()).filter((name) => name.startsWith('declined'))).toEqual(['declined'])
  })

  it('leaves an interrupted run for the worker to close', async () => {
    const buyer = await createGated()
    const id = await buyer.requestApproval('broken', { priced: 'faulty' })
    expect((await buyer.decide(id, 'approve')).status).toBe(500)
    expect(souk.loggedErrors.splice(0)).toHaveLength(1)
    expect(await buyer.stateOf(id)).toBe('approved')
    souk.clock.advance(10 * minute)
    await souk.work()
    expect(await buyer.stateOf(id)).toBe('failed')
    expect((await buyer.decide(id, 'approve')).status).toBe(409)
  })

  it('runs operations by their contract name', async () => {
    const buyer = await createGated()
    const refused = await souk.call('fundBalance', usd(500), { as: buyer.key })
    expect([refused.status, refused.headers['x-error-kind']]).toEqual([403, 'approval-required'])
    const { items } = (await souk.call('listApprovals', {}, { as: buyer.key })).data
    const approvalId = items[0]?.id ?? fail('nothing waits')
    const response = await souk.call(
      'decideApproval',
      { approvalId, decision: 'approve' },
      { as: owner.token },
    )
    expect([response.status, response.body.error]).toEqual([409, 'This agent has no saved card.'])
    expect(await buyer.stateOf(approvalId)).toBe('failed')
  })

  it('counts approved calls against the budgets', async () => {
    const buyer = await createGated({ rules: {}, budgets: [{ window: 'day', max: usd(10) }] })
    await buyer.decide(await buyer.requestApproval('over', { amount: 11 }), 'approve')
    expect((await buyer.buy('one-more', { amount: 1 })).body.failedRule).toBe('budget:day')
    const { spent } = (await souk.call('getApprovalGate', { agentId: buyer.agent.id }, { as: owner.token }))
      .data
    expect(spent).toEqual({ day: usd(11), month: usd(11) })
  })
})

describe('an approval', () => {
  const asKey = (agentId: string, id: string, inputHash: Buffer): KeyCaller => ({
    kind: 'key',
    keyId: 'key_x',
    agentId: isId('agt', agentId) ? agentId : fail('no agent'),
    scopes: [],
    wallet: true,
    requestId: 'req_x',
    ip: '::1',
    userAgent: null,
    idempotencyKey: null,
    approval: {
      id: isId('apr', id) ? id : fail('no approval'),
      inputHash,
      by: { userId: 'usr_x', sessionId: 'ses_x' },
    },
  })
  const rowOf = async (id: string) => {
    const { rows } = await sql<{ input_hash: Buffer }>`
      update approvals set state = 'approved', decided_by = ${owner.user.id}, decided_at = ${souk.clock.now()}
      where id = ${id} returning input_hash`.execute(souk.context.database)
    return rows[0] ?? fail('no row')
  }

  it('allows no other input, amount, agent or action, and nothing twice', async () => {
    const [buyer, other] = [await createGated(), await createGated()]
    const id = await buyer.requestApproval('exact', usd(5))
    const { input_hash: hash } = await rowOf(id)
    const pass = (caller: KeyCaller, action: 'award' | 'fund' = 'award', amount = 5n) =>
      souk.context.store.write((tx) =>
        enforceGate(tx, caller, { action, amount: { amount, currency: 'USD' } }),
      )
    const approvedCaller = asKey(buyer.agent.id, id, hash)
    await expect(pass(asKey(buyer.agent.id, id, sha256('other')))).rejects.toThrow(
      /belongs to another request/,
    )
    await expect(pass(asKey(other.agent.id, id, hash))).rejects.toThrow(/belongs to another request/)
    await expect(pass(approvedCaller, 'award', 6n)).rejects.toThrow(
      /has changed since the approval was requested/,
    )
    await expect(pass(approvedCaller, 'fund')).rejects.toThrow(/Approval required/)
    await expect(pass(approvedCaller)).resolves.toBeUndefined()
    await expect(pass(approvedCaller)).rejects.toThrow(/belongs to another request/)
  })

  it('does not run an input that was tampered with in the database', async () => {
    const buyer = await createGated()
    const id = await buyer.requestApproval('honest')
    await sql`update approvals set input = '{"id": "forged"}' where id = ${id}`.execute(souk.context.database)
    expect((await buyer.decide(id, 'approve')).status).toBe(403)
    expect(await buyer.stateOf(id)).toBe('failed')
    expect(await itemNames()).not.toContain('forged')
  })
})

describe('listApprovals', () => {
  it('restricts list, get and decide to approvals of the caller', async () => {
    const organization = await createTestOrganization(souk)
    const stall = await newGatedAgent(souk, app, organization.owner, { rules })
    await souk.call(
      'assignAgent',
      { id: organization.id, agentId: stall.agent.id },
      { as: organization.owner.token },
    )
    const linked = await souk.person()
    const { code } = (
      await souk.call('createLinkCode', {}, { as: organization.owner.token, agent: stall.agent.id })
    ).data
    await souk.call('linkAgent', { code }, { as: linked.token })
    const role = async (name: 'owner' | 'admin' | 'finance' | 'member') =>
      (await addMember(souk, organization, name)).token
    const callers: [name: string, as: string, listed: number, got: number, decided: number][] = [
      ['owner', organization.owner.token, 1, 200, 200],
      ['organization-owner', await role('owner'), 1, 200, 200],
      ['organization-admin', await role('admin'), 1, 200, 200],
      ['organization-finance', await role('finance'), 0, 403, 403],
      ['organization-member', await role('member'), 0, 403, 403],
      ['operator', linked.token, 0, 403, 403],
      ['own key', stall.key, 1, 200, 403],
      [
        'key of a sibling',
        await souk.key(organization.owner, await souk.agent(organization.owner)),
        0,
        404,
        403,
      ],
      ['stranger', (await souk.person()).token, 0, 404, 404],
    ]
    for (const [name, as, listed, got, decided] of callers) {
      const approvalId = await stall.requestApproval(`matrix-${name.replaceAll(' ', '-')}`)
      const filter = { state: 'pending', agentId: stall.agent.name } as const
      const { items } = (await souk.call('listApprovals', filter, { as })).data
      expect
        .soft(
          items.filter(({ id }) => id === approvalId),
          name,
        )
        .toHaveLength(listed)
      expect.soft((await souk.call('getApproval', { approvalId }, { as })).status, name).toBe(got)
      expect.soft((await stall.decide(approvalId, 'deny', as)).status, name).toBe(decided)
    }
  })

  it('filters by state and agent and pages newest first', async () => {
    const [ada, bob] = [await createGated(), await createGated()]
    const ids = [
      await ada.requestApproval('l1'),
      await ada.requestApproval('l2'),
      await bob.requestApproval('l3'),
    ]
    await ada.decide(ids[0] ?? '', 'deny')
    const list = async (filter: object) => {
      const { data } = await souk.call('listApprovals', filter, { as: owner.token })
      return data.items.map(({ id }) => id).filter((id) => ids.includes(id))
    }
    expect(await list({})).toEqual(ids.toReversed())
    expect(await list({ state: 'pending', agentId: ada.agent.id })).toEqual([ids[1]])
    expect(await list({ state: 'denied' })).toEqual([ids[0]])
    expect(await list({ agentId: 'unknown-agent' })).toEqual([])
    const first = (await souk.call('listApprovals', { limit: 1 }, { as: owner.token })).data
    const cursor = first.nextCursor ?? fail('no second page')
    const second = (await souk.call('listApprovals', { limit: 1, cursor }, { as: owner.token })).data
    expect([first.items[0]?.id, second.items[0]?.id]).toEqual([ids[2], ids[1]])
  })
})
