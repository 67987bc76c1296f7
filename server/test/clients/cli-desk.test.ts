import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { post } from '../../src/money/ledger/post.ts'
import { refundToCard } from '../../src/money/ledger/recipes.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { patienceMs, splitArguments } from '../fixtures/clients/cli-fixture.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { runInProcess } from '../fixtures/clients/in-process-cli.ts'
import { createTestOrganization } from '../fixtures/people/organizations.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

vi.setConfig({ testTimeout: patienceMs })

let souk: Souk
let trade: TaskFixture
let url: string
let folder: string
let admin: Person
let ada: Person
let agent: Agent
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
  url = await souk.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'souk-desk-'))
  admin = await souk.operator('admin')
  ada = await souk.person()
  agent = await souk.agent(ada)
  await trade.payments.topUp(ada, agent, 20_000)
})
afterAll(async () => {
  await souk.stop()
  await rm(folder, { recursive: true })
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const attempt = (line: string, { token, password } = admin) => {
  const environment = { XDG_CONFIG_HOME: '/nonexistent', SOUK_URL: url, SOUK_TOKEN: token }
  return runInProcess(splitArguments(line), { environment, input: password })
}
const operate = async (line: string, by = admin) => {
  const { code, output, errors } = await attempt(line, by)
  expect([line, code, errors]).toEqual([line, 0, expect.any(String)])
  return output
}
const json = async (line: string, by = admin) => JSON.parse(await operate(`${line} --json`, by))

describe('souk admin: money desk', () => {
  it('refunds with a second operator, and shows payments, actions and statements', async () => {
    const { items } = await json(`admin payments list --agent ${agent.id}`)
    const paymentId: string = items[0].id
    const small = await operate(`admin payments refund ${paymentId} --amount 15.00 --reason Twice. --yes`)
    expect(small).toMatch(/executed/)
    const { action } = await json(`admin payments refund ${paymentId} --reason All. --yes`)
    expect(action).toMatchObject({ state: 'pending', amount: { amount: 18_500 } })
    expect(await operate('admin actions list --state pending')).toContain(action.id)
    expect((await attempt(`admin actions approve ${action.id} --yes`)).code).not.toBe(0)
    const finance = await souk.operator('finance')
    expect(await operate(`admin actions reject ${action.id} --reason No. --yes`, finance)).toMatch(/rejected/)
    expect(await operate('admin payments list')).toMatch(new RegExp(`${paymentId}.*USD 15\\.00`))
    const month = souk.clock.now().toISOString().slice(0, 7)
    expect(await operate(`admin statements platform ${month}`)).toMatch(/available +agents/)
    expect(await operate(`admin statements owners ${month} --owner ${ada.user.id}`)).toContain('USD 200.00')
    expect(await operate('admin debts list')).toBe('No debts.\n')
    expect(await operate('admin chargebacks list')).toBe('No chargebacks.\n')
    expect(await operate(`admin ledger postings --about ${paymentId}`)).toContain(`top_up:${paymentId}`)
    await souk.work(['verifications'])
    expect(await operate('admin ledger runs')).toMatch(/ledger +ok/)
  })
})

describe('souk admin: debts', () => {
  it('agrees on a payment plan and ends it', async () => {
    const debtor = await souk.agent(await souk.person())
    await souk.context.store.write(async (tx) => {
      const { book, processor } = tx.settings
      const agentId = idOf(debtor)
      const fact = { book, currency: 'USD', processor, paymentId: 'none', agentId, refundId: agentId }
      await post(tx, refundToCard({ ...fact, amount: 3000n, available: 0n }), { actor: 'system' })
    })
    const plan = `admin debts plan ${debtor.id} --reason Agreed. --yes --installments`
    const agreed = await operate(`${plan} 2028-01-01:10.00,2028-02-01:20.00`)
    expect(agreed).toMatch(/active[^]*USD 10\.00 +due[^]*USD 20\.00 +due/)
    expect(await operate('admin debts list')).toMatch(/USD 30\.00.*2 installments/)
    expect((await attempt(`${plan} 30.00`)).errors).toContain('is not a date and an amount')
    expect(await operate(`admin debts end-plan ${debtor.id} --reason Replaced. --yes`)).toMatch(
      /ended[^]*canceled/,
    )
  })
})

describe('souk admin: chargebacks', () => {
  it('writes evidence and sends it', async () => {
    const payer = await souk.person()
    await trade.payments.topUp(payer, await souk.agent(payer), 5000, '4000000000000259')
    souk.clock.advance(10_000)
    await trade.payments.settle()
    const [{ ref }] = (await json('admin chargebacks list --state open')).items
    expect(await operate(`admin chargebacks show ${ref}`)).toContain('No statement yet')
    expect((await attempt(`admin chargebacks send ${ref} --yes`)).code).not.toBe(0)
    const written = await operate(`admin chargebacks write ${ref} --statement "Paid by the owner."`)
    expect(written).toMatch(/draft[^]*Paid by the owner\./)
    expect(await operate(`admin chargebacks send ${ref} --yes`)).toContain('queued')
    await souk.work(['evidence'])
    expect(await operate(`admin chargebacks show ${ref}`)).toMatch(/evidence +sent/)
  })
})

describe('souk admin: market desk', () => {
  it('finds and shows people, agents, organizations and tasks', async () => {
    expect(await operate(`admin search ${ada.email}`)).toContain(ada.user.id)
    expect(await operate(`admin people show ${ada.user.id}`)).toContain(`${ada.email} (not verified)`)
    expect(await operate(`admin agents show ${agent.name}`)).toMatch(/available +USD 185\.00/)
    const { id: organization, owner } = await createTestOrganization(souk)
    expect(await operate(`admin organizations show ${organization}`)).toContain(owner.email)
    const task = await trade.hire(1000)
    expect(await operate(`admin tasks show ${task.id}`)).toContain(trade.client.agent.id)
  })

  it('ends sessions, resends mail, revokes keys, and reads and saves the audit log', async () => {
    const person = await souk.person()
    const own = await souk.agent(person)
    await souk.key(person, own)
    await operate(`admin people resend-verification ${person.user.id}`)
    expect(await operate(`admin people end-sessions ${person.user.id} --reason Lost. --yes`)).toBe(
      'Ended 1 sessions.\n',
    )
    const { keys } = (await json(`admin agents show ${own.id}`)).agent
    expect(await operate(`admin keys revoke ${keys[0].kid} --reason Public. --yes`)).toBe('Revoked key.\n')
    expect(await operate(`admin audit list --by ${admin.user.id} --action key.`)).toContain('key.revoked')
    const file = join(folder, 'audit.ndjson')
    const saved = await json(`admin audit export --by ${admin.user.id} --out ${file}`)
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(saved.entries)
    expect(lines.map((entry) => JSON.parse(entry).userId)).toEqual(lines.map(() => admin.user.id))
  })

  it('shows health and figures', async () => {
    expect(await operate('admin health')).toMatch(/timeouts +\d+ +0 s/)
    expect(await operate('admin figures --interval week')).toContain('Whole period:')
  })
})

describe('souk admin: legal holds and retention', () => {
  it('places, lists and releases holds', async () => {
    const { hold } = await json(`admin holds place ${agent.id} --reason Court. --yes`)
    expect(hold).toMatchObject({ kind: 'agent', subjectId: agent.id, releasedAt: null })
    expect(await operate(`admin holds list --state active --subject ${agent.id}`)).toContain(hold.id)
    expect(await operate(`admin agents show ${agent.name}`)).toContain('Court.')
    expect(await operate(`admin holds release ${hold.id} --reason Over. --yes`)).toContain(hold.id)
    expect(await operate('admin holds list --state active')).toBe('No legal holds.\n')
  })

  it('changes retention periods', async () => {
    const line = 'admin policy set --keep-mails 14 --keep-drafts 60 --reason Less. --yes --json'
    const { policy } = JSON.parse(await operate(line))
    expect(policy).toMatchObject({ keepMailsDays: 14, keepDraftsDays: 60, keepSessionsDays: 90 })
    const off = JSON.parse(await operate('admin policy set --keep-drafts 0 --reason Off. --yes --json'))
    expect(off.policy.keepDraftsDays).toBe(null)
    expect((await attempt('admin policy set --keep-mails 6 --reason Less. --yes')).code).not.toBe(0)
  })
})
