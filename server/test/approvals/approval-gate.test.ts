import type { Agent, Contract, Input } from 'souk-contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import {
  createTestOrganization,
  auditActionsOn,
  addMember,
  statusesOf,
} from '../fixtures/people/organizations.ts'

let souk: Souk
let owner: Person
let stranger: Person
beforeAll(async () => {
  souk = await startSouk()
  owner = await souk.person()
  stranger = await souk.person()
})
afterAll(() => souk.stop())

const usd = (amount: number) => ({ amount, currency: 'USD' })
const defaultGate = {
  version: 0,
  mode: 'off',
  rules: {},
  budgets: [],
  allowlist: [],
  blocklist: [],
  approvalTtlHours: 72,
  killSwitch: false,
  updatedAt: null,
}

const read = (agent: Agent, as: string) => souk.call('getApprovalGate', { agentId: agent.id }, { as })

type Changes = Partial<Input<Contract['approvalGate']['updateApprovalGate']>>

const change = (agent: Agent, as: string, changes: Changes) =>
  souk.call('updateApprovalGate', { agentId: agent.id, ...changes }, { as })

/** An agent assigned to an organization, with callers in every role. */
async function createCallers() {
  const organization = await createTestOrganization(souk)
  const agent = await souk.agent(organization.owner)
  await souk.call('assignAgent', { id: organization.id, agentId: agent.id }, { as: organization.owner.token })
  const key = await souk.key(organization.owner, agent)
  const linked = await souk.person()
  const { code } = (await souk.call('createLinkCode', {}, { as: organization.owner.token, agent: agent.id }))
    .data
  await souk.call('linkAgent', { code }, { as: linked.token })
  const callers = {
    owner: organization.owner.token,
    'organization-owner': (await addMember(souk, organization, 'owner')).token,
    'organization-admin': (await addMember(souk, organization, 'admin')).token,
    'organization-finance': (await addMember(souk, organization, 'finance')).token,
    'organization-member': (await addMember(souk, organization, 'member')).token,
    operator: linked.token,
    'own key': key,
    'key without scope': await souk.key(organization.owner, agent, { scopes: ['social'] }),
    'key of a sibling': await souk.key(organization.owner, await souk.agent(organization.owner)),
    'key of a stranger': await souk.key(stranger, await souk.agent(stranger)),
    stranger: stranger.token,
  }
  return { agent, callers }
}

const callerNames = [
  ['owner', 200, 200],
  ['organization-owner', 200, 200],
  ['organization-admin', 200, 200],
  ['organization-finance', 200, 403],
  ['organization-member', 200, 403],
  ['operator', 200, 403],
  ['own key', 200, 200],
  ['key without scope', 403, 403],
  ['key of a sibling', 404, 404],
  ['key of a stranger', 404, 404],
  ['stranger', 404, 404],
] as const

describe('getApprovalGate', () => {
  it('returns an unconfigured gate as off, by id and by handle', async () => {
    const agent = await souk.agent(owner)
    const byId = await read(agent, owner.token)
    expect(byId.data.gate).toEqual({ agentId: agent.id, ...defaultGate })
    const byHandle = await souk.call('getApprovalGate', { agentId: agent.name }, { as: owner.token })
    expect(byHandle.data).toEqual(byId.data)
    const key = await souk.key(owner, agent)
    expect((await souk.call('getApprovalGate', { agentId: agent.name }, { as: key })).data).toEqual(byId.data)
  })

  it('authorizes each caller by role, as updateApprovalGate does', async () => {
    let unchanged: Awaited<ReturnType<typeof createCallers>> | undefined
    for (const [name, reads, changes] of callerNames) {
      const { agent, callers } = (unchanged ??= await createCallers())
      expect.soft((await read(agent, callers[name])).status, `${name} reads`).toBe(reads)
      const response = await change(agent, callers[name], { version: 0, mode: 'enforce' })
      expect.soft(response.status, `${name} changes`).toBe(changes)
      if (response.status === 200) unchanged = undefined
    }
  })

  it.each(['agt_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'agt_', 'no-such-agent'])(
    'returns 404 for %s',
    async (agentId) => {
      const key = await souk.key(owner, await souk.agent(owner))
      for (const as of [owner.token, key]) {
        expect((await souk.call('getApprovalGate', { agentId }, { as })).status).toBe(404)
        const input = { agentId, version: 0, killSwitch: true }
        expect((await souk.call('updateApprovalGate', input, { as })).status).toBe(404)
      }
    },
  )
})

describe('updateApprovalGate', () => {
  it('changes only the given fields and replaces lists and rules as a whole', async () => {
    const agent = await souk.agent(owner)
    const budgets = [{ window: 'day' as const, max: usd(5000) }]
    const first = await change(agent, owner.token, {
      version: 0,
      mode: 'enforce',
      rules: { award: { effect: 'requireApproval', above: usd(100) }, payout: { effect: 'deny' } },
      budgets,
      blocklist: ['bad-agent'],
    })
    expect(first.data.gate).toMatchObject({ version: 1, mode: 'enforce', budgets, allowlist: [] })
    souk.clock.advance(1000)
    const second = await change(agent, owner.token, { version: 1, rules: { fund: { effect: 'deny' } } })
    expect(second.data.gate).toEqual({
      ...first.data.gate,
      version: 2,
      rules: { fund: { effect: 'deny' } },
      updatedAt: souk.clock.now().toISOString(),
    })
    expect((await read(agent, owner.token)).data.gate).toEqual(second.data.gate)
  })

  it('refuses an outdated version', async () => {
    const agent = await souk.agent(owner)
    expect((await change(agent, owner.token, { version: 1, killSwitch: true })).status).toBe(409)
    await change(agent, owner.token, { version: 0, killSwitch: true })
    const stale = await change(agent, owner.token, { version: 0, killSwitch: false })
    expect([stale.status, stale.body.hint]).toEqual([409, 'Reload the gate, then repeat the change.'])
    expect((await read(agent, owner.token)).data.gate).toMatchObject({ version: 1, killSwitch: true })
  })

  it.each([0, 1])('applies one of ten concurrent changes to version %i', async (version) => {
    const agent = await souk.agent(owner)
    if (version === 1) await change(agent, owner.token, { version: 0, mode: 'enforce' })
    const tries = Array.from({ length: 10 }, (_, index) =>
      change(agent, owner.token, { version, approvalTtlHours: index + 1 }),
    )
    expect(statusesOf(await Promise.all(tries))).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect((await read(agent, owner.token)).data.gate.version).toBe(version + 1)
  })

  it.each([
    ['two budgets for one window and currency', 422, { budgets: [budget('day', 1), budget('day', 2)] }],
    ['an agent on both lists', 422, { allowlist: ['some-agent'], blocklist: ['some-agent'] }],
    [
      'a threshold for what is allowed',
      422,
      { rules: { apply: { effect: 'allow' as const, above: usd(1) } } },
    ],
    ['a repeated entry', 400, { blocklist: ['some-agent', 'some-agent'] }],
    ['a version alone', 400, {}],
    ['an endless approval', 400, { approvalTtlHours: 721 }],
    ['a fraction of a cent', 400, { budgets: [budget('day', 0.5)] }],
  ])('refuses %s with %i', async (_why, status, changes) => {
    const agent = await souk.agent(owner)
    expect((await change(agent, owner.token, { version: 0, ...changes })).status).toBe(status)
    expect((await read(agent, owner.token)).data.gate).toEqual({ agentId: agent.id, ...defaultGate })
  })

  it('refuses an agent on both lists by id and handle, even across two changes', async () => {
    const [agent, other] = [await souk.agent(owner), await souk.agent(stranger)]
    expect((await change(agent, owner.token, { version: 0, allowlist: [other.name] })).status).toBe(200)
    const response = await change(agent, owner.token, { version: 1, blocklist: [other.id] })
    expect([response.status, response.body.error]).toEqual([
      422,
      `"${other.name}" must not be on both "allowlist" and "blocklist".`,
    ])
  })

  it('lets a key tighten the gate but not loosen it', async () => {
    const agent = await souk.agent(owner)
    const key = await souk.key(owner, agent)
    const rules = { award: { effect: 'requireApproval' as const, above: usd(100) } }
    expect((await change(agent, key, { version: 0, mode: 'enforce', rules })).data.gate.version).toBe(1)
    const looser = { award: { effect: 'requireApproval' as const, above: usd(101) } }
    const refused = await change(agent, key, { version: 1, rules: looser })
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        success: false,
        error: 'A key cannot loosen the gate: the rule for "award" would be weaker.',
        hint: 'Sign in as a person who manages the agent.',
        code: 'forbidden',
      },
    ])
    expect((await change(agent, key, { version: 1, mode: 'off' })).status).toBe(403)
    expect((await change(agent, key, { version: 1, killSwitch: true })).status).toBe(200)
    expect((await change(agent, key, { version: 2, killSwitch: false })).status).toBe(403)
    expect((await change(agent, owner.token, { version: 2, killSwitch: false, rules: {} })).status).toBe(200)
  })

  it('records the changes in the audit log', async () => {
    const agent = await souk.agent(owner)
    await change(agent, await souk.key(owner, agent), { version: 0, killSwitch: true, mode: 'enforce' })
    expect(await auditActionsOn(souk, agent.id)).toEqual(['agent.created', 'approval-gate.updated'])
    const entry = await souk.context.database
      .selectFrom('audit_entries')
      .select(['actor_kind', 'details'])
      .where('action', '=', 'approval-gate.updated')
      .where(sql<boolean>`target = ${agent.id}`)
      .executeTakeFirst()
    expect(entry).toEqual({ actor_kind: 'key', details: { fields: ['killSwitch', 'mode'], version: 1 } })
  })
})

function budget(window: 'day' | 'month', amount: number) {
  return { window, max: usd(amount) }
}
