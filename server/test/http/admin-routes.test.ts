/** Properties of every operator route, tested over the admin contract. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  adminContract,
  isWrite,
  openApiDocument,
  takesIdempotencyKey,
  type CaseDetails,
  type Route,
} from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { after, day, minute } from '../../src/lib/clock.ts'
import { isId } from '../../src/lib/ids.ts'
import { version } from '../../src/lib/version.ts'
import { post } from '../../src/money/ledger/post.ts'
import { refundToCard } from '../../src/money/ledger/recipes.ts'
import { call, startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { fail } from '../fixtures/fail.ts'
import { operatorToken } from '../fixtures/operations.ts'
import { invoicing, issueTestInvoices } from '../fixtures/money/issued-invoices.ts'
import { uploadFile } from '../fixtures/files/file-uploads.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

type Input = Record<string, unknown>
type Page = { readonly items: unknown[]; readonly nextCursor: string | null }

let souk: Souk
let trade: TaskFixture
let admin: Person
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
  admin = await souk.operator('admin')
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const routes = Object.values(adminContract).flatMap((group) => Object.entries<Route>(group))
const namesOf = (wanted: (route: Route) => boolean) =>
  routes.flatMap(([name, route]) => (wanted(route) ? [name] : []))
const operate = async <Data>(name: string, input: Input, headers: Record<string, string> = {}) => {
  // The clock of these tests passes the ten minutes for which a password counts as recent.
  await souk.call('confirmPassword', { password: admin.password }, { as: admin.token })
  return call<Data>(souk.app, name, input, { as: admin.token, headers })
}

const disputedTask = async () => trade.dispute(await trade.deliver(await trade.hire(1000)))

/** A payout that the processor has stopped before the transfer. */
async function stoppedPayout(): Promise<string> {
  const { payments } = trade
  const person = await souk.person()
  const agent = await souk.agent(person)
  await payments.earn(agent, 5000)
  await payments.onboard(person, agent, 'sandbox_bank_hold')
  const as = { as: person.token, agent: agent.id }
  const { data } = await souk.call('requestPayout', { amount: 5000, currency: 'USD' }, as)
  for (let passed = 0; passed < 4; passed++) {
    souk.clock.advance(minute)
    await payments.settle()
  }
  return data.payout.id
}

/** An open case on a new person. */
async function moderationCase(subject?: Person): Promise<string> {
  const person = subject ?? (await souk.person())
  const input = { kind: 'user', subjectId: person.user.id, reason: 'Seen.' }
  return (await operate<{ case: CaseDetails }>('openCase', input)).data.case.id
}

/** A case whose warning the person has appealed, decided by an operator who has left. */
async function appealedCase(): Promise<string> {
  const person = await souk.person()
  const caseId = await moderationCase(person)
  const former = await souk.operator('support')
  const input = { caseId, outcome: 'warn', reason: 'Once.' } as const
  const { data } = await souk.call('decideCase', input, { as: former.token })
  const decisionId = data.case.decisions[0]?.id ?? ''
  await souk.call('appealDecision', { decisionId, text: 'No.' }, { as: person.token })
  return caseId
}

/** An agent with a payment of this amount. */
async function topUp(amount = 5000): Promise<{ paymentId: string; agentId: string; person: Person }> {
  const person = await souk.person()
  const agent = await souk.agent(person)
  await trade.payments.topUp(person, agent, amount)
  const { items } = (await operate<{ items: { id: string }[] }>('listPayments', { agentId: agent.id })).data
  return { paymentId: items[0]?.id ?? '', agentId: agent.id, person }
}

/** An agent in debt: its payment was refunded at the processor after it was spent. */
async function debtor(): Promise<string> {
  const { agentId } = await topUp()
  await souk.context.store.write(async (tx) => {
    const fact = {
      book: tx.settings.book,
      currency: 'USD',
      processor: tx.settings.processor,
      paymentId: 'none',
    }
    const id = isId('agt', agentId) ? agentId : fail('not an agent')
    const spent = { ...fact, agentId: id, amount: 6000n, available: 5000n, refundId: agentId }
    await post(tx, refundToCard(spent), { actor: 'system' })
  })
  return agentId
}

const tomorrow = () => [{ amount: 1000, dueAt: after(souk.clock.now(), day).toISOString() }]

async function planned(): Promise<string> {
  const agentId = await debtor()
  await operate('agreeDebtPlan', { agentId, installments: tomorrow(), reason: 'Agreed.' })
  return agentId
}

/** A refund that waits for the admin of this test. */
async function pendingAction(): Promise<string> {
  const { paymentId } = await topUp(50_000)
  const finance = await souk.operator('finance')
  const { data } = await souk.call('refundPayment', { paymentId, reason: 'x' }, { as: finance.token })
  return data.action.id
}

async function writeOff(): Promise<string> {
  const input = { agentId: await debtor(), reason: 'x' }
  return (await operate<{ action: { id: string } }>('writeOffDebt', input)).data.action.id
}

/** A person who has asked for the deletion of their account. */
async function leavingPerson(): Promise<string> {
  const { token, user } = await souk.person()
  await souk.call('deleteMe', {}, { as: token })
  return user.id
}

/** An organization whose only owner has left, and a person to appoint. */
async function abandonedOrganization(): Promise<{ organizationId: string; userId: string }> {
  const owner = await souk.person()
  const input = { handle: `left-${owner.user.id.slice(-8)}`, displayName: 'Left' }
  const { organization } = (await souk.call('createOrganization', input, { as: owner.token })).data
  await sql`delete from members where organization_id = ${organization.id}`.execute(souk.context.database)
  return { organizationId: organization.id, userId: (await souk.person({ verified: true })).user.id }
}

async function activeHold(): Promise<string> {
  const input = { subjectId: (await souk.person()).user.id, reason: 'Court.' }
  return (await operate<{ hold: { id: string } }>('placeLegalHold', input)).data.hold.id
}

async function keyId(): Promise<string> {
  const person = await souk.person()
  const agent = await souk.agent(person)
  const input = { agentId: agent.id, label: 'test' }
  return (await souk.call('createKey', input, { as: person.token })).data.key.kid
}

async function chargeback(): Promise<string> {
  const person = await souk.person()
  await trade.payments.topUp(person, await souk.agent(person), 5000, '4000000000000259')
  souk.clock.advance(minute)
  await trade.payments.settle()
  const { items } = (await operate<{ items: { ref: string }[] }>('listChargebacks', { state: 'open' })).data
  return items[0]?.ref ?? fail('no chargeback')
}

/** A chargeback with a statement that can be sent. */
async function contested(): Promise<string> {
  const chargebackRef = await chargeback()
  await operate('saveEvidence', { chargebackRef, statement: 'Delivered.' })
  return chargebackRef
}

/** Creates the input of a call that succeeds once. */
const writes: Readonly<Record<string, () => Promise<Input>>> = {
  ruleDispute: async () => ({ taskId: (await disputedTask()).id, ruling: 'refund', reasons: 'As agreed.' }),
  takePayoutAction: async () => ({ payoutId: await stoppedPayout(), action: 'cancel' }),
  refundPayment: async () => ({ paymentId: (await topUp()).paymentId, reason: 'Asked for.' }),
  writeOffDebt: async () => ({ agentId: await debtor(), reason: 'Uncollectible.' }),
  agreeDebtPlan: async () => ({ agentId: await debtor(), installments: tomorrow(), reason: 'Agreed.' }),
  endDebtPlan: async () => ({ agentId: await planned(), reason: 'Replaced.' }),
  correctPosting: async () => ({ posting: `write_off:${await writeOff()}`, reason: 'Wrong agent.' }),
  sendEvidence: async () => ({ chargebackRef: await contested() }),
  approveAction: async () => ({ actionId: await pendingAction() }),
  rejectAction: async () => ({ actionId: await pendingAction(), reason: 'No.' }),
  endUserSessions: async () => ({ userId: (await souk.person()).user.id, reason: 'Lost device.' }),
  appointOwner: async () => ({ ...(await abandonedOrganization()), reason: 'The owner is gone.' }),
  placeLegalHold: async () => ({ subjectId: (await souk.person()).user.id, reason: 'Court.' }),
  releaseLegalHold: async () => ({ holdId: await activeHold(), reason: 'Over.' }),
  resendVerification: async () => ({ userId: (await souk.person()).user.id }),
  cancelDeletion: async () => ({ userId: await leavingPerson(), reason: 'Asked for.' }),
  exportUser: async () => ({ userId: (await souk.person()).user.id, reason: 'Letter.' }),
  revokeKey: async () => ({ keyId: await keyId(), reason: 'Public.' }),
  rotateSigningKeys: async () => ({}),
  retireSigningKeys: async () => ({}),
  advanceClock: async () => ({ advanceMs: minute }),
  moveFiles: async () => ({ to: 'postgres' }),
  suppressAddress: async () => ({ address: 'bounced@example.com' }),
  updatePolicy: async () => ({ feeBps: 400, reason: 'Spring.' }),
  publishMarketTerms: async () => ({
    text: '# Terms',
    effectiveAt: after(souk.clock.now(), day).toISOString(),
    reason: 'First version.',
  }),
  openCase: async () => ({ kind: 'user', subjectId: (await souk.person()).user.id, reason: 'Seen.' }),
  assignCase: async () => ({ caseId: await moderationCase(), assignee: admin.user.id }),
  decideCase: async () => ({ caseId: await moderationCase(), outcome: 'warn', reason: 'Once.' }),
  decideAppeal: async () => ({ caseId: await appealedCase(), outcome: 'upheld', reason: 'It stays.' }),
  addOperator: async () => ({ email: (await souk.person({ verified: true })).email, role: 'auditor' }),
  changeOperator: async () => ({ userId: (await souk.operator('support')).user.id, role: 'auditor' }),
}

describe('every POST operator route', () => {
  it('is covered by this table', () => {
    const repeatable = namesOf((route) => isWrite(route) && takesIdempotencyKey(route))
    expect(Object.keys(writes).toSorted()).toEqual(repeatable.toSorted())
  })

  it.each(Object.entries(writes))('%s runs once with an Idempotency-Key', async (name, inputFor) => {
    const input = await inputFor()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await operate(name, input, headers)
    const now = souk.clock.now()
    const second = await operate(name, input, headers)
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined])
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(second.body).toEqual(first.body)
    expect(souk.clock.now()).toEqual(now)
    const other = name === 'advanceClock' ? 'rotateSigningKeys' : 'advanceClock'
    expect((await operate(other, { advanceMs: 1 }, headers)).status).toBe(422)
  })
})

async function quarantinedFile(): Promise<void> {
  const agent = await createTestAgent(souk)
  await uploadFile(souk, agent.key)
  await souk.context.database
    .updateTable('files')
    .set({ state: 'quarantined', scan: 'quarantined', scan_note: 'Eicar-Signature' })
    .execute()
}

const invoiceOfLines: { invoiceId?: string } = {}

/** Invoices of two owners. */
async function issuedInvoices(): Promise<void> {
  await operate('updatePolicy', { invoicing, reason: 'Launch.' })
  await souk.work(['policy'])
  await issueTestInvoices(souk, trade, [await createTestAgent(souk), await createTestAgent(souk)])
}

async function invoiceLines(): Promise<void> {
  const { items } = (await operate<{ items: { id: string }[] }>('listMarketInvoices', {})).data
  invoiceOfLines.invoiceId = items[0]?.id ?? fail('no invoice')
}

/** Path parameters of lists. */
const inputs: Readonly<Record<string, Input>> = {
  listAuditEntries: { action: 'policy.' },
  getPlatformStatement: { month: '2026-11' },
  listOwnerStatements: { month: '2026-11' },
  listMarketInvoiceLines: invoiceOfLines,
}

const policy = { feeBps: 500, reason: 'Summer.' }

/** Creates at least two items of a list. */
const lists: Readonly<Record<string, () => Promise<unknown>>> = {
  listQuarantine: async () => [await quarantinedFile(), await quarantinedFile()],
  listOperators: async () => [await souk.operator('support'), await souk.operator('auditor')],
  listPolicyChanges: async () => [
    await operate('updatePolicy', { feeBps: 400, reason: 'Spring.' }),
    await operate('updatePolicy', { feeBps: 500, reason: 'Summer.' }),
  ],
  listCases: async () => [await moderationCase(), await moderationCase()],
  listDisputes: async () => [await disputedTask(), await disputedTask()],
  listMarketPayouts: async () => [await stoppedPayout(), await stoppedPayout()],
  listAuditEntries: async () => [
    await operate('updatePolicy', policy),
    await operate('updatePolicy', policy),
  ],
  listDeletions: async () => [await leavingPerson(), await leavingPerson()],
  listPayments: async () => [await topUp(), await topUp()],
  listDebts: async () => [await debtor(), await debtor()],
  listPostings: () => topUp(),
  listActions: async () => [await pendingAction(), await pendingAction()],
  listVerifications: () => souk.work(['verifications']),
  listChargebacks: async () => [await chargeback(), await chargeback()],
  getPlatformStatement: () => topUp(),
  listLegalHolds: async () => [await activeHold(), await activeHold()],
  listOwnerStatements: async () => [await topUp(), await topUp()],
  listMarketInvoices: issuedInvoices,
  listMarketInvoiceLines: invoiceLines,
  listSigningKeys: () => operate('rotateSigningKeys', {}),
  listSuppressions: async () => [
    await operate('suppressAddress', { address: 'first@example.com' }),
    await operate('suppressAddress', { address: 'second@example.com' }),
  ],
}

describe('every list of the operator API', () => {
  it('is covered by this table', () => {
    expect(Object.keys(lists).toSorted()).toEqual(namesOf(({ paged }) => paged === true).toSorted())
  })

  it.each(Object.entries(lists))('%s returns each item on one page', async (name, create) => {
    await create()
    const whole = (await operate<Page>(name, { ...inputs[name], limit: 100 })).data
    const items: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = (
        await operate<Page>(name, { ...inputs[name], limit: 1, ...(cursor === '' ? {} : { cursor }) })
      ).data
      expect(page.items.length).toBeLessThanOrEqual(1)
      items.push(...page.items)
      cursor = page.nextCursor
    }
    expect(items.length).toBeGreaterThanOrEqual(2)
    expect(items).toEqual(whole.items)
  })

  it.each(Object.keys(lists))('%s refuses foreign cursors and invalid limits', async (name) => {
    const other = Object.keys(lists).find((list) => list !== name) ?? ''
    const cursor = (await operate<Page>(other, { ...inputs[other], limit: 1 })).data.nextCursor
    expect(cursor).toEqual(expect.any(String))
    for (const input of [{ cursor }, { cursor: 'x' }, { limit: 0 }, { limit: 101 }, { unknown: 1 }])
      expect((await operate(name, { ...inputs[name], ...input })).status).toBe(400)
  })
})

describe('every operator route', () => {
  it.each(routes)('%s counts against the operator rate limit and has its own metric', async (name, route) => {
    const { params, query, body } = route.example
    const { headers } = await operate(name, { ...params, ...query, ...body })
    expect(headers['ratelimit-policy']).toMatch(/^"operator";/)
    const metrics = (await souk.app.inject('/metrics')).body
    expect(metrics).toContain(`souk_http_requests_total{operation="${name}",`)
  })

  it('counts a wrong token against its address', async () => {
    const { status, headers, body } = await souk.call('listDisputes', {}, { as: 'wrong' })
    expect([status, headers['ratelimit-policy']]).toEqual([401, expect.stringMatching(/^"ip";/)])
    expect(body).toMatchObject({ success: false, code: 'unauthorized', hint: expect.any(String) })
  })
})

describe('/api/admin/openapi.json', () => {
  const url = '/api/admin/openapi.json'
  const headers = { authorization: `Bearer ${operatorToken}` }

  it('describes the operator routes, to operators', async () => {
    const { origin } = souk.context.config.settings
    const response = await souk.app.inject({ url, headers })
    expect(response.json()).toEqual(openApiDocument(adminContract, { origin, version, audience: 'operator' }))
    expect((await souk.app.inject({ url })).statusCode).toBe(401)
  })

  it('describes them to people with a role, and returns 404 to other people', async () => {
    const statusFor = async ({ token }: Person) =>
      (await souk.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode
    expect(await statusFor(await souk.operator('auditor'))).toBe(200)
    expect(await statusFor(await souk.person({ verified: true }))).toBe(404)
  })

  it('refuses the token if none is configured', async () => {
    const config = { ...souk.context.config, operatorToken: undefined }
    const app = await buildApp({ ...souk.context, config })
    expect((await app.inject({ url, headers })).statusCode).toBe(401)
    await app.close()
  })
})
