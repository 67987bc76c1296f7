import { sql } from 'kysely'
import type { Invoice } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/db/transact.ts'
import { day, hour } from '../../src/lib/clock.ts'
import { monthIn } from '../../src/mails/texts/time-in.ts'
import { issueInvoices } from '../../src/money/invoices/issue-invoices.ts'
import { invoiceChecks } from '../../src/money/ledger/invoice-checks.ts'
import { findPosting } from '../../src/money/ledger/queries.ts'
import { correct } from '../../src/money/ledger/recipes.ts'
import { platformBalances } from '../../src/money/ledger/roll-up-queries.ts'
import { posted } from '../../src/money/ledger/test-facts.ts'
import { asOperator, operatorToken } from '../fixtures/operations.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import {
  earn as earnAs,
  invoicing,
  issueAll as issueDue,
  type Earner,
} from '../fixtures/money/issued-invoices.ts'
import { startNode } from '../fixtures/processes/nodes.ts'
import { addMember, createTestOrganization, signIn } from '../fixtures/people/organizations.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
let others: TestAgent[]
let admin: Person
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
  others = [await createTestAgent(souk), await createTestAgent(souk)]
  admin = await souk.operator('admin')
})
afterEach(async () => {
  expect(await violations()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

async function setInvoicing(value: typeof invoicing | null): Promise<void> {
  admin = await signIn(souk, admin)
  const reply = await souk.call('updatePolicy', { invoicing: value, reason: 'Test.' }, { as: admin.token })
  expect(reply.status).toBe(200)
  await souk.work(['policy'])
}

const earn = (amount: number, provider: Earner = trade.provider) => earnAs(souk, trade, provider, amount)

function startNextMonth(): void {
  const now = souk.clock.now()
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 1)
  souk.clock.advance(next - now.getTime())
}

const issueAll = (store: Store = souk.context.store) => issueDue(store)

const allInvoices = async (): Promise<Invoice[]> =>
  (await souk.call('listMarketInvoices', { limit: 100 }, asOperator)).data.items

async function revenue(): Promise<number> {
  const balances = await souk.context.store.read((reader) => platformBalances(reader, 'sandbox'))
  return Number(balances.find(({ kind }) => kind === 'revenue')?.balance ?? 0n)
}

/** Only of invoices: the postings by which these tests return fees leave their tasks without a consistent state. */
const violations = async () =>
  (await trade.payments.failedChecks()).filter((name) => invoiceChecks.some((check) => check.name === name))

/** Invoices less credit notes. */
const invoiced = async () =>
  (await allInvoices()).reduce((sum, { kind, amount }) => sum + (kind === 'invoice' ? amount : -amount), 0)

describe('issueInvoices', () => {
  it('issues nothing until the policy has legal details, and nothing before the month is over', async () => {
    await earn(6000)
    startNextMonth()
    expect(await issueAll()).toBe(0)
    await setInvoicing(invoicing)
    souk.clock.advance(-hour - 1)
    expect(await issueAll()).toBe(0)
    souk.clock.advance(hour + 1)
    await issueAll()
    expect(await allInvoices()).toMatchObject([
      {
        kind: 'invoice',
        number: 'INV-000001',
        month: '2026-11',
        ownerId: trade.provider.person.user.id,
        amount: 300,
        currency: 'USD',
        lineCount: 1,
        correctsId: null,
        test: true,
      },
    ])
    expect(await issueAll()).toBe(0)
  })

  it('issues one invoice for each owner and month, with a line for each fee', async () => {
    const [first = fail('no agent')] = others
    const tasks = [await earn(1000), await earn(3333)]
    await earn(2000, first)
    startNextMonth()
    await issueAll()
    const issued = (await allInvoices()).filter(({ month }) => month === '2026-12')
    expect(issued.map(({ amount }) => amount).toSorted()).toEqual([100, 217])
    const invoice = issued.find(({ amount }) => amount === 217) ?? fail('no invoice')
    const { items } = (await souk.call('listMarketInvoiceLines', { invoiceId: invoice.id }, asOperator)).data
    expect(items).toMatchObject([
      { taskId: tasks[0], base: 1000, feeBps: 500, amount: 50, agentName: trade.provider.agent.name },
      { taskId: tasks[1], base: 3333, feeBps: 500, amount: 167 },
    ])
    expect(await invoiced()).toBe(await revenue())
  })

  it('credits a returned fee in the next run, and invoices it again if the return is corrected', async () => {
    const taskId = await earn(4000)
    startNextMonth()
    await issueAll()
    const original = (await allInvoices())[0] ?? fail('no invoice')
    const reverse = async (key: string) => {
      const wrong =
        (await souk.context.store.read((reader) => findPosting(reader, key))) ?? fail('no posting')
      await posted(souk, correct(wrong))
    }
    await reverse(`settle:${taskId}`)
    startNextMonth()
    await issueAll()
    expect((await allInvoices())[0]).toMatchObject({
      kind: 'credit-note',
      number: 'CN-000001',
      amount: 200,
      correctsId: original.id,
      correctsNumber: original.number,
      ownerId: original.ownerId,
    })
    expect(await invoiced()).toBe(await revenue())
    await reverse(`correct:settle:${taskId}`)
    startNextMonth()
    await issueAll()
    expect((await allInvoices())[0]).toMatchObject({ kind: 'invoice', amount: 200 })
    expect(await invoiced()).toBe(await revenue())
  })

  it('lists a fee that was charged and returned in one month on both', async () => {
    const taskId = await earn(8000)
    const wrong = await souk.context.store.read((reader) => findPosting(reader, `settle:${taskId}`))
    await posted(souk, correct(wrong ?? fail('no posting')))
    startNextMonth()
    await issueAll()
    const [credit, invoice] = await allInvoices()
    expect([credit?.kind, credit?.amount, credit?.correctsId]).toEqual(['credit-note', 400, invoice?.id])
    expect(await invoiced()).toBe(await revenue())
  })

  it('leaves no gap when a process is killed before it commits', async () => {
    await earn(1000)
    startNextMonth()
    const before = await allInvoices()
    const dying: Store = {
      ...souk.context.store,
      write: (change) =>
        souk.context.store.write(async (tx) => {
          await change(tx)
          throw new Error('killed')
        }),
    }
    await expect(issueInvoices({ store: dying })).rejects.toThrow('killed')
    expect(await allInvoices()).toEqual(before)
    await issueAll()
    expect(await allInvoices()).toHaveLength(before.length + 1)
    expect(await violations()).toEqual([])
  })

  it('issues each fee once, with gapless numbers, on two nodes', async () => {
    for (const agent of [trade.provider, ...others]) await earn(5000, agent)
    startNextMonth()
    const node = await startNode(souk)
    await node.context.policyWatch.read()
    try {
      const stores = [souk.context.store, node.context.store]
      await Promise.all([...stores, ...stores, ...stores].map((store) => issueAll(store)))
    } finally {
      await node.stop()
    }
    const numbers = (await allInvoices()).filter(({ kind }) => kind === 'invoice').map(({ number }) => number)
    expect(numbers.toSorted()).toEqual(numbers.map((_, place) => `INV-${String(place + 1).padStart(6, '0')}`))
    expect(await invoiced()).toBe(await revenue())
  })

  it('closes months without fees', async () => {
    souk.clock.advance(70 * day)
    expect(await issueAll()).toBe(2)
    expect(await issueAll()).toBe(0)
  })

  it('records the invoices in the audit log', async () => {
    const { items } = (await souk.call('listAuditEntries', { action: 'invoices.' }, asOperator)).data
    expect(items.at(-1)).toMatchObject({
      action: 'invoices.issued',
      target: '2026-11',
      details: { count: 1, first: 1, last: 1 },
    })
  })

  it.each(['invoices', 'invoice_lines', 'invoice_periods'])('cannot change %s', async (table) => {
    const { database } = souk.context
    await expect(sql`delete from ${sql.table(table)}`.execute(database)).rejects.toThrow('append-only')
    await expect(sql`update ${sql.table(table)} set book = book`.execute(database)).rejects.toThrow()
  })
})

describe('listInvoices', () => {
  it('shows a person only their own invoices', async () => {
    const person = await signIn(souk, trade.provider.person)
    const { items } = (await souk.call('listInvoices', {}, { as: person.token })).data
    expect(new Set(items.map(({ ownerId }) => ownerId))).toEqual(new Set([person.user.id]))
    const stranger = await souk.person()
    expect((await souk.call('listInvoices', {}, { as: stranger.token })).data.items).toEqual([])
    const invoiceId = items[0]?.id ?? fail('no invoice')
    for (const name of ['getInvoice', 'listInvoiceLines'] as const) {
      expect((await souk.call(name, { invoiceId }, { as: stranger.token })).status).toBe(404)
      expect((await souk.call(name, { invoiceId }, { as: person.token })).status).toBe(200)
    }
  })

  it('shows invoices of an organization to members who can use its wallets', async () => {
    const organization = await createTestOrganization(souk)
    const [finance, member] = [
      await addMember(souk, organization, 'finance'),
      await addMember(souk, organization, 'member'),
    ]
    await souk.context.database
      .updateTable('users')
      .set({ email_verified_at: souk.clock.now() })
      .where('email', 'in', [finance.email, member.email])
      .execute()
    const agent = await souk.agent(organization.owner)
    const key = { as: await souk.key(organization.owner, agent) }
    const input = { id: organization.id, agentId: agent.id }
    expect((await souk.call('assignAgent', input, { as: organization.owner.token })).status).toBe(200)
    await earn(1000, { agent, key })
    startNextMonth()
    await issueAll()
    const seenBy = async (person: Person) => {
      const { token } = await signIn(souk, person)
      return (await souk.call('listInvoices', {}, { as: token })).data.items
    }
    expect(await seenBy(finance)).toMatchObject([
      { ownerId: organization.id, ownerName: 'Acme Labs', amount: 50 },
    ])
    expect(await seenBy(organization.owner)).toHaveLength(1)
    expect(await seenBy(member)).toEqual([])
    await souk.work(['mails'])
    const mails = (await souk.mails()).filter(({ subject }) => subject.startsWith('Invoice '))
    const [{ number, month, id } = fail('no invoice')] = await seenBy(finance)
    const own = mails.filter(({ text }) => text.includes('“Acme Labs”'))
    expect(own.map(({ to }) => to).toSorted()).toEqual([organization.owner.email, finance.email].toSorted())
    expect(own[0]?.subject).toBe(`Invoice ${number} for fees in ${monthIn(month, 'en')}`)
    expect(own[0]?.text).toContain(`Invoice: ${number}\nAmount: $0.50\n`)
    expect(own[0]?.text).toContain(`/money/invoices/${id}`)
  })
})

describe('getInvoice', () => {
  it('keeps the legal details of the time of its issue', async () => {
    await earn(1000)
    await setInvoicing({ ...invoicing, legalName: 'Acme AG', numberPrefix: 'ACME-' })
    startNextMonth()
    await issueAll()
    const [latest, earlier] = await allInvoices()
    const read = async (invoice: Invoice | undefined) =>
      (await souk.call('getMarketInvoice', { invoiceId: invoice?.id ?? '' }, asOperator)).data
    expect((await read(latest)).invoice.number).toMatch(/^ACME-INV-0000\d\d$/)
    expect((await read(latest)).seller).toEqual({
      legalName: 'Acme AG',
      address: 'Main Street 1\nBerlin',
      taxId: 'DE1',
    })
    expect((await read(earlier)).seller.legalName).toBe('Acme GmbH')
  })
})

describe('listMarketInvoices', () => {
  it('filters by owner, month and kind, including as CSV', async () => {
    const ownerId = trade.provider.person.user.id
    const list = async (filter: object) =>
      (await souk.call('listMarketInvoices', { limit: 100, ...filter }, asOperator)).data.items
    expect(await list({ ownerId, month: '2026-11' })).toHaveLength(1)
    expect((await list({ kind: 'credit-note' })).map(({ number }) => number)).toEqual([
      'CN-000002',
      'CN-000001',
    ])
    const { body } = await souk.app.inject({
      url: '/api/admin/invoices?month=2026-11',
      headers: { accept: 'text/csv', authorization: `Bearer ${operatorToken}` },
    })
    expect(body.split('\r\n').slice(0, 2)).toEqual([
      'id,kind,number,month,ownerId,ownerName,amount,currency,lineCount,correctsId,correctsNumber,test,issuedAt',
      expect.stringContaining(`,invoice,INV-000001,2026-11,${ownerId},`),
    ])
  })
})
