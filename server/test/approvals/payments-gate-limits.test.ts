import { sql } from 'kysely'
import type { Agent, GateRules } from 'souk-contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from '../../src/approvals/enforcement/fingerprint.ts'
import {
  ApprovalRequired,
  enforceGate,
  type GateRequest,
} from '../../src/approvals/enforcement/enforce-gate.ts'
import { storeRequest } from '../../src/approvals/enforcement/store-request.ts'
import type { KeyCaller } from '../../src/caller.ts'
import { isId } from '../../src/lib/ids.ts'
import { parseToken } from '../../src/lib/tokens.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { lockWaiters } from '../fixtures/database/lock-waiters.ts'

let souk: Souk
let ada: Person
let agent: Agent
let key: string
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  ada = await souk.person()
  agent = await souk.agent(ada)
  key = await souk.key(ada, agent)
})
afterAll(() => souk.stop())

const guard = (rules: GateRules) =>
  souk.call(
    'updateApprovalGate',
    { agentId: agent.id, version: 0, mode: 'enforce', rules },
    { as: ada.token },
  )

function keyCaller(): KeyCaller {
  const keyId = `key_${parseToken(key)?.suffix}`
  const origin = { requestId: 'req_x', ip: '::1', userAgent: null, idempotencyKey: null }
  return {
    kind: 'key',
    keyId: isId('key', keyId) ? keyId : fail('no key'),
    agentId: idOf(agent),
    scopes: [],
    wallet: true,
    ...origin,
  }
}

const pass = (caller: KeyCaller, request: GateRequest) =>
  souk.context.store.write((tx) => enforceGate(tx, caller, request))

describe('an approval', () => {
  it('covers only the counterparty that it showed', async () => {
    await guard({ award: { effect: 'requireApproval' } })
    const [shown, other] = [idOf(await souk.agent(ada)), idOf(await souk.agent(ada))]
    const caller = keyCaller()
    const request = { action: 'award', counterparty: shown } as const
    const stored = { operation: 'made-up', input: {} }
    const refusal = await pass(caller, request).catch((error: unknown) => error)
    if (!(refusal instanceof ApprovalRequired)) return fail('the gate let it pass')
    const { id } = await souk.context.store.write((tx) => storeRequest(tx, caller, stored, refusal))
    await sql`update approvals set state = 'approved', decided_by = ${ada.user.id}, decided_at = ${souk.clock.now()}
      where id = ${id}`.execute(souk.context.database)
    const by = { userId: 'usr_x', sessionId: 'ses_x' } as const
    const inputHash = fingerprint(stored.operation, stored.input)
    const approved = { ...caller, approval: { id, inputHash, by } }
    await expect(pass(approved, { ...request, counterparty: other })).rejects.toThrow(
      /has changed since the approval was requested/,
    )
    await expect(pass(approved, request)).resolves.toBeUndefined()
  })
})

describe('a gate', () => {
  it('cannot change while a call that passed it is in flight', async () => {
    const order: string[] = []
    let change: Promise<unknown> | undefined
    await souk.context.store.write(async (tx) => {
      await enforceGate(tx, keyCaller(), { action: 'award' })
      change = guard({ award: { effect: 'deny' } }).then(() => order.push('changed'))
      await expect.poll(() => lockWaiters(souk.context.database)).not.toEqual([])
      order.push('passed')
    })
    await change
    expect(order).toEqual(['passed', 'changed'])
  })

  it('is checked before the caps of a saved card', async () => {
    await guard({ fund: { effect: 'requireApproval' } })
    const caps = { maxPerCharge: 1000, maxPerDay: 2000, currency: 'USD' }
    const refused = await souk.call('bootstrapAuthority', caps, { as: key })
    expect([refused.status, refused.body]).toMatchObject([403, { failedRule: 'rule:fund' }])
    expect((await souk.call('getAuthority', {}, { as: key })).data.authority.status).toBe('none')
  })
})
