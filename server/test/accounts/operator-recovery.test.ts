import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'

let souk: Souk
afterEach(async () => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
  await souk.stop()
})

const as = ({ token }: Person) => ({ as: token })
const roleOf = async (person: Person) => (await souk.call('getMe', {}, as(person))).data.operatorRole

describe('the last admin', () => {
  it('cannot be removed, demoted, suspended or deleted through the API', async () => {
    souk = await startSouk()
    const admin = await souk.operator('admin')
    const support = await souk.operator('support')
    const userId = admin.user.id
    expect((await souk.call('removeOperator', { userId }, as(admin))).status).toBe(409)
    expect((await souk.call('changeOperator', { userId, role: 'support' }, as(admin))).status).toBe(409)
    const opened = { kind: 'user', subjectId: userId, reason: 'x' } as const
    const { id: caseId } = (await souk.call('openCase', opened, as(support))).data.case
    for (const outcome of ['suspend', 'restrict'] as const) {
      const decision = { caseId, outcome, target: 'user', reason: 'x' } as const
      expect((await souk.call('decideCase', decision, as(support))).status).toBe(409)
    }
    const { status, body } = await souk.call('deleteMe', {}, as(admin))
    expect([status, body['error']]).toEqual([409, 'The account cannot be deleted: you are an operator.'])
    expect(await roleOf(admin)).toBe('admin')
  })
})

describe('a marketplace whose operators are all lost', () => {
  /** Deletes every operator account, which no route allows. */
  const loseOperators = async () => {
    await souk.operator('admin')
    await sql`update users set standing = 'suspended', email_verified_at = null
      where id in (select user_id from operators)`.execute(souk.context.database)
    await sql`update sessions set ended_at = now()`.execute(souk.context.database)
  }

  it('is recovered with the operator token', async () => {
    souk = await startSouk()
    await loseOperators()
    const grace = await souk.person({ verified: true })
    expect((await souk.call('addOperator', { email: grace.email, role: 'admin' }, as(grace))).status).toBe(
      404,
    )
    const added = await souk.call('addOperator', { email: grace.email, role: 'admin' }, asOperator)
    expect(added.status).toBe(200)
    expect(await roleOf(grace)).toBe('admin')
    const { items } = (await souk.call('listOperators', {}, as(grace))).data
    const lost = items.find((operator) => operator.userId !== grace.user.id)
    expect((await souk.call('removeOperator', { userId: lost?.userId ?? '' }, as(grace))).status).toBe(200)
    const entries = (await souk.call('listAuditEntries', { action: 'operator.added' }, as(grace))).data.items
    expect(entries[0]).toMatchObject({ target: grace.user.id, details: { operator: 'token' } })
  })

  it('is recovered with OPERATOR_EMAILS, for a verified address only', async () => {
    souk = await startSouk({ operatorEmails: ['grace@example.com'] })
    await loseOperators()
    const account = { email: 'grace@example.com', password: 'correct horse battery', displayName: 'Grace' }
    const { data } = await souk.call('registerUser', account)
    const grace = { user: data.user, token: data.token, email: account.email, password: account.password }
    expect((await souk.call('listOperators', {}, as(grace))).status).toBe(404)
    const token = await souk.mailedToken(account.email, /verify|confirm/i)
    await souk.call('verifyEmail', { token })
    expect((await souk.call('listOperators', {}, as(grace))).status).toBe(200)
    const other = await souk.person({ verified: true })
    expect((await souk.call('addOperator', { email: other.email, role: 'admin' }, as(grace))).status).toBe(
      200,
    )
  })
})
