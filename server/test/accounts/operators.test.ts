import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Operator } from 'souk-contract'
import { buildApp } from '../../src/app.ts'
import { minute, second } from '../../src/lib/clock.ts'
import { asOperator } from '../fixtures/operations.ts'
import { call, startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { lockWaiters } from '../fixtures/database/lock-waiters.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const as = ({ token }: Person) => ({ as: token })
const enterPassword = ({ token, password }: Person) =>
  souk.call('confirmPassword', { password }, { as: token })
const roleOf = async (person: Person) => (await souk.call('getCurrentOperator', {}, as(person))).body['data']

const auditEntry = async (target: string, action: string) =>
  souk.context.database
    .selectFrom('audit_entries')
    .select(['actor_kind', 'user_id', 'session_id', 'details'])
    .where('target', '=', target)
    .where('action', '=', action)
    .executeTakeFirstOrThrow()

describe('addOperator', () => {
  it('gives a verified person a role, and emails them', async () => {
    const person = await souk.person({ verified: true })
    expect((await souk.call('listDisputes', {}, as(person))).status).toBe(404)
    expect((await souk.call('getMe', {}, as(person))).data.operatorRole).toBeNull()
    const { data } = await souk.call('addOperator', { email: person.email, role: 'support' }, asOperator)
    expect(data.operator).toMatchObject({ userId: person.user.id, role: 'support', addedBy: null })
    expect((await souk.call('listDisputes', {}, as(person))).status).toBe(200)
    expect((await souk.call('getMe', {}, as(person))).data.operatorRole).toBe('support')
    expect(await souk.mails()).toContainEqual(
      expect.objectContaining({ to: person.email, subject: 'You are now an operator of Souk (support)' }),
    )
    expect(await auditEntry(person.user.id, 'operator.added')).toMatchObject({
      actor_kind: 'operator',
      user_id: null,
      details: { role: 'support', operator: 'token' },
    })
  })

  it('refuses unknown and unverified addresses alike, and a second role', async () => {
    const unverified = await souk.person()
    const unknown = `${randomBytes(6).toString('hex')}@example.com`
    const refusals = await Promise.all(
      [unverified.email, unknown].map((email) =>
        souk.call('addOperator', { email, role: 'admin' }, asOperator),
      ),
    )
    expect(refusals.map(({ status }) => status)).toEqual([422, 422])
    expect(refusals[0]?.body).toEqual(refusals[1]?.body)
    const { email } = await souk.operator('auditor')
    expect((await souk.call('addOperator', { email, role: 'admin' }, asOperator)).status).toBe(409)
  })

  it('names the person who added the operator', async () => {
    const admin = await souk.operator('admin')
    const { email, user } = await souk.person({ verified: true })
    const { data } = await souk.call('addOperator', { email, role: 'finance' }, as(admin))
    expect(data.operator.addedBy).toBe(admin.user.id)
    expect(await auditEntry(user.id, 'operator.added')).toMatchObject({
      actor_kind: 'operator',
      user_id: admin.user.id,
      session_id: expect.stringMatching(/^ses_/),
      details: { role: 'finance', operator: 'admin' },
    })
  })
})

describe('changeOperator and removeOperator', () => {
  it('take effect immediately, for calls with the same session', async () => {
    const admin = await souk.operator('admin')
    const support = await souk.operator('support')
    const userId = support.user.id
    const changed = await souk.call('changeOperator', { userId, role: 'auditor' }, as(admin))
    expect(changed.data.operator.role).toBe('auditor')
    expect((await souk.call('suppressAddress', { address: 'a@example.com' }, as(support))).status).toBe(403)
    expect(await auditEntry(userId, 'operator.changed')).toMatchObject({
      details: { before: 'support', after: 'auditor' },
    })
    await souk.call('removeOperator', { userId }, as(admin))
    expect((await souk.call('listDisputes', {}, as(support))).status).toBe(404)
    expect((await souk.call('removeOperator', { userId }, as(admin))).status).toBe(404)
  })

  it('keep the last admin, even if two admins remove each other concurrently', async () => {
    await souk.context.database.deleteFrom('operators').execute()
    const [first, other] = [await souk.operator('admin'), await souk.operator('admin')]
    const { database } = souk.context
    const requests = await database.transaction().execute(async (held) => {
      await held.selectFrom('operators').select('user_id').forUpdate().execute()
      const sent = [
        souk.call('removeOperator', { userId: other.user.id }, as(first)),
        souk.call('removeOperator', { userId: first.user.id }, as(other)),
      ]
      await expect.poll(() => lockWaiters(database)).toHaveLength(2)
      return { sent }
    })
    const outcomes = await Promise.all(requests.sent)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [left] = (await souk.call('listOperators', {}, asOperator)).data.items
    const survivor = left?.userId === first.user.id ? first : other
    const self = { userId: survivor.user.id }
    expect((await souk.call('removeOperator', self, as(survivor))).status).toBe(409)
    expect((await souk.call('changeOperator', { ...self, role: 'auditor' }, as(survivor))).status).toBe(409)
  })
})

describe('OPERATOR_EMAILS', () => {
  it('makes people admins as long as the address is verified and listed', async () => {
    const [listed, unverified] = [await souk.person({ verified: true }), await souk.person()]
    const config = { ...souk.context.config, operatorEmails: [listed.email.toUpperCase(), unverified.email] }
    const app = await buildApp({ ...souk.context, config })
    const statusFor = async (person: Person) =>
      (await call(app, 'listOperators', {}, { as: person.token })).status
    expect(await statusFor(listed)).toBe(200)
    expect(await statusFor(unverified)).toBe(404)
    const { items } = (await call<{ items: Operator[] }>(app, 'listOperators', { limit: 100 }, asOperator))
      .data
    const own = items.filter(({ source }) => source === 'environment')
    expect(own).toMatchObject([{ userId: listed.user.id, role: 'admin', addedBy: null }])
    expect((await souk.call('listOperators', {}, as(listed))).status).toBe(404)
    const email = `${randomBytes(6).toString('hex')}@example.com`
    await souk.call('updateMe', { email, currentPassword: listed.password }, as(listed))
    expect(await statusFor(listed)).toBe(404)
    await app.close()
  })
})

describe('suppressAddress', () => {
  it('leaves the addresses of operators to admins', async () => {
    const [admin, support, stranger] = [
      await souk.operator('admin'),
      await souk.operator('support'),
      await souk.person(),
    ]
    const status = async (address: string, by: Person) =>
      (await souk.call('suppressAddress', { address }, as(by))).status
    expect(await status(admin.email.toUpperCase(), support)).toBe(403)
    expect(await status(stranger.email, support)).toBe(200)
    expect(await status(support.email, admin)).toBe(200)
    expect((await souk.call('suppressAddress', { address: admin.email }, asOperator)).status).toBe(200)
  })
})

describe('a suspended operator', () => {
  it('has no role, even if OPERATOR_EMAILS lists the address', async () => {
    const [admin, listed] = [await souk.operator('admin'), await souk.person()]
    const config = { ...souk.context.config, operatorEmails: [listed.email] }
    const app = await buildApp({ ...souk.context, config })
    const subject = { kind: 'user', subjectId: listed.user.id, reason: 'Fraud.' } as const
    const caseId = (await souk.call('openCase', subject, as(admin))).data.case.id
    await souk.call('decideCase', { caseId, outcome: 'suspend', reason: 'Fraud.' }, as(admin))
    await souk.call('verifyEmail', { token: await souk.mailedToken(listed.email, /Verify/) })
    expect((await call(app, 'listOperators', {}, as(listed))).status).toBe(404)
    const { items } = (await call<{ items: Operator[] }>(app, 'listOperators', { limit: 100 }, asOperator))
      .data
    expect(items.map(({ userId }) => userId)).not.toContain(listed.user.id)
    await app.close()
  })
})

describe('confirmPassword', () => {
  it('unlocks rulings, money and roles ten minutes after signing in', async () => {
    const admin = await souk.operator('admin')
    const { email } = await souk.person({ verified: true })
    souk.clock.advance(10 * minute)
    for (const [name, input] of [
      ['addOperator', { email, role: 'auditor' }],
      ['ruleDispute', { taskId: 'task_x', ruling: 'refund', reasons: 'x' }],
      ['takePayoutAction', { payoutId: 'pout_x', action: 'retry' }],
    ] as const) {
      const refused = await call(souk.app, name, input, as(admin))
      expect([name, refused.status, refused.body['code']]).toEqual([name, 403, 'reauthentication-required'])
    }
    expect((await souk.call('listOperators', {}, as(admin))).status).toBe(200)
    expect(await roleOf(admin)).toEqual({
      userId: admin.user.id,
      role: 'admin',
      reauthenticatedUntil: null,
    })
    const { data } = await enterPassword(admin)
    expect(await roleOf(admin)).toMatchObject({ reauthenticatedUntil: data.until })
    souk.clock.advance(10 * minute - second)
    expect((await souk.call('addOperator', { email, role: 'auditor' }, as(admin))).status).toBe(200)
  })

  it('refuses a wrong password and counts for one session only', async () => {
    const admin = await souk.operator('admin')
    souk.clock.advance(10 * minute)
    const { email, password } = admin
    const other = (await souk.call('createSession', { email, password })).data.token
    souk.clock.advance(10 * minute)
    const wrong = await souk.call('confirmPassword', { password: 'wrong' }, as(admin))
    expect([wrong.status, wrong.body['code']]).toEqual([403, 'forbidden'])
    await enterPassword(admin)
    const target = (await souk.operator('auditor')).user.id
    const change = { userId: target, role: 'support' } as const
    expect((await souk.call('changeOperator', change, { as: other })).status).toBe(403)
    expect((await souk.call('changeOperator', change, as(admin))).status).toBe(200)
  })
})

describe('ruleDispute by a person', () => {
  const ruling = { ruling: 'refund', reasons: 'Nothing was delivered.' } as const
  const disputed = async () => trade.dispute(await trade.deliver(await trade.hire(1000)))

  it('is recorded with the person and the role', async () => {
    const support = await souk.operator('support')
    const { id: taskId } = await disputed()
    expect((await souk.call('ruleDispute', { taskId, ...ruling }, as(support))).status).toBe(200)
    const entries = await souk.context.database
      .selectFrom('audit_entries')
      .select(['user_id', 'details'])
      .where('target', '=', taskId)
      .where('actor_kind', '=', 'operator')
      .execute()
    expect(entries).toMatchObject([{ user_id: support.user.id, details: { operator: 'support' } }])
  })

  it('is refused to an operator who can act as a party', async () => {
    const { person } = trade.client
    await souk.call('verifyEmail', { token: await souk.mailedToken(person.email, /Verify/) })
    await souk.call('addOperator', { email: person.email, role: 'admin' }, asOperator)
    await enterPassword(person)
    const { id: taskId } = await disputed()
    const refused = await souk.call('ruleDispute', { taskId, ...ruling }, as(person))
    expect([refused.status, refused.body['error']]).toEqual([
      403,
      'Operators cannot rule on a dispute of an agent of theirs.',
    ])
  })
})
