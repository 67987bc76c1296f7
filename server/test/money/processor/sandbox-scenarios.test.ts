import { readFile } from 'node:fs/promises'
import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hold } from '../../../src/money/ledger/recipes.ts'
import { newTrade, posted } from '../../../src/money/ledger/test-facts.ts'
import { day, minute, second } from '../../../src/lib/clock.ts'
import { scenarios } from '../../../src/money/processor/sandbox/scenarios.ts'
import {
  goodCard,
  idOf,
  createPaymentActions,
  type PaymentActions,
} from '../../fixtures/money/payment-actions.ts'
import { fail } from '../../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../../fixtures/harness.ts'
import type { CallOptions } from '../../fixtures/operations.ts'

let souk: Souk
let payments: PaymentActions
let ada: Person
let agent: Agent
let as: CallOptions
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
})
beforeEach(async () => {
  ada = await souk.person()
  agent = await souk.agent(ada)
  as = { as: ada.token, agent: agent.id }
})
afterEach(async () => {
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const usd = (amount: number) => ({ amount, currency: 'USD' })
const balance = () => payments.balance(ada, agent)
const pass = async (milliseconds = 6 * second) => {
  souk.clock.advance(milliseconds)
  await payments.settle()
}

async function topUp(card: string, amount = 5000, expected = 200): Promise<void> {
  const { data } = await souk.call('startTopUp', usd(amount), as)
  expect(await payments.complete(data.session, { card })).toBe(expected)
  await payments.settle()
}

async function saveCard(card: string): Promise<void> {
  const caps = { maxPerCharge: 5000, maxPerDay: 10_000, currency: 'USD' }
  const { data } = await souk.call('bootstrapAuthority', caps, as)
  expect(await payments.complete(data.session, { card })).toBe(200)
  await payments.settle()
}

const charge = (amount = 2000) => souk.call('fundBalance', usd(amount), as)

async function declines(card: string, reason: string): Promise<void> {
  await saveCard(card)
  const response = await charge()
  expect([response.status, response.body['error']]).toEqual([402, `The card was declined: ${reason}.`])
}

/** Wallet balances after each step of a dispute. */
async function disputed(card: string, steps: readonly object[]): Promise<void> {
  await topUp(card)
  expect(await balance()).toMatchObject({ available: 5000, restricted: false })
  for (const step of steps) {
    await pass()
    expect(await balance()).toMatchObject(step)
  }
}

const open = { available: 0, owed: 0, restricted: true }
const won = { available: 5000, owed: 0, restricted: false }
const lost = { available: 0, owed: 0, restricted: false }

async function onboarded(name: string): Promise<string> {
  await payments.onboard(ada, agent, name)
  return (await souk.call('getOnboarding', {}, as)).data.onboarding.status
}

/** Notable states of a payout in order, without transient ones. */
async function paidOut(name: string): Promise<string[]> {
  const other = await souk.agent(ada)
  await payments.topUp(ada, other, 9000, '4000000000000077')
  await payments.earn(agent, 3000)
  expect(await onboarded(name)).toBe('active')
  const { payoutId } = { payoutId: (await souk.call('requestPayout', usd(3000), as)).data.payout.id }
  const seen = new Set<string>()
  for (let step = 0; step < 6; step++) {
    await pass(minute)
    seen.add((await souk.call('getPayout', { payoutId }, as)).data.payout.status)
  }
  return [...seen].filter((state) => state !== 'sending' && state !== 'in_transit')
}

async function arrivesLater(amount: number): Promise<void> {
  await saveCard(goodCard)
  expect((await charge(amount)).data.payment.status).toBe('processing')
  await payments.settle()
  await pass(11 * minute)
  expect(await balance()).toMatchObject({ available: amount })
}

/** For each documented row: how it is triggered and what a caller sees. */
const drivers: Readonly<Record<string, () => Promise<void>>> = {
  'card `4242424242424242`': async () => {
    await topUp(goodCard)
    expect(await balance()).toMatchObject({ available: 5000 })
  },
  'card `4000000000000077`': async () => {
    const before = await souk.context.ports.processor.fetchBalance('USD')
    await topUp('4000000000000077')
    const after = await souk.context.ports.processor.fetchBalance('USD')
    expect(after.available.amount - before.available.amount).toBe(4950n)
  },
  'card `4000002500003155`': async () => {
    const { data } = await souk.call('startTopUp', usd(5000), as)
    const refused = { card: '4000002500003155', authenticated: false }
    expect(await payments.complete(data.session, refused)).toBe(422)
    await declines('4000002500003155', 'authentication_required')
  },
  'card `4000000000000002`': () => topUp('4000000000000002', 5000, 422),
  'card `4000000000009995`': () => topUp('4000000000009995', 5000, 422),
  'card `4000000000000341`': () => declines('4000000000000341', 'card_declined'),
  'card `4000000000000259`': async () => {
    await disputed('4000000000000259', [open, open])
    await pass(6 * day)
    expect(await bankedAgain()).toMatchObject(open)
    await pass(day)
    expect(await bankedAgain()).toMatchObject(lost)
  },
  'card `4000000000100259`': () => disputed('4000000000100259', [open, won, won]),
  'card `4000000000200259`': () => disputed('4000000000200259', [open, lost, lost]),
  'card `4000000000300259`': () => disputed('4000000000300259', [open, lost, open, won]),
  'card `4000000000400259`': () => disputed('4000000000400259', [open, lost, open, lost, lost]),
  'card `4000000000005126`': async () => {
    await topUp('4000000000005126')
    expect(await balance()).toMatchObject({ available: 5000 })
  },
  'bank `sandbox_bank_ok`': async () => expect(await paidOut('sandbox_bank_ok')).toEqual(['paid']),
  'bank `sandbox_bank_fail`': async () => expect(await paidOut('sandbox_bank_fail')).toEqual(['returned']),
  'bank `sandbox_bank_return`': async () =>
    expect((await paidOut('sandbox_bank_return')).at(-1)).toBe('returned'),
  'bank `sandbox_bank_review`': async () => {
    expect(await onboarded('sandbox_bank_review')).toBe('pending')
    await pass()
    expect((await souk.call('getOnboarding', {}, as)).data.onboarding.status).toBe('active')
  },
  'bank `sandbox_bank_incomplete`': async () =>
    expect(await onboarded('sandbox_bank_incomplete')).toBe('action_required'),
  'bank `sandbox_bank_refused`': async () =>
    expect(await onboarded('sandbox_bank_refused')).toBe('restricted'),
  'bank `sandbox_bank_limit`': async () => expect((await paidOut('sandbox_bank_limit')).at(-1)).toBe('paid'),
  'bank `sandbox_bank_stop`': async () =>
    expect(await paidOut('sandbox_bank_stop')).toEqual(['needs_attention']),
  'bank `sandbox_bank_hold`': async () =>
    expect(await paidOut('sandbox_bank_hold')).toEqual(['needs_attention']),
  'bank `sandbox_bank_stuck`': async () =>
    expect(await paidOut('sandbox_bank_stuck')).toEqual(['needs_attention']),
  'amount that ends in `.13`': () => arrivesLater(2013),
  'amount that ends in `.14`': () => arrivesLater(2014),
  'amount that ends in `.15`': async () => {
    await topUp(goodCard, 2015)
    expect(await balance()).toMatchObject({ available: 0 })
    await pass()
    expect(await balance()).toMatchObject({ available: 2015 })
  },
  'amount that ends in `.16`': async () => {
    await topUp(goodCard, 2016)
    expect(await balance()).toMatchObject({ available: 2016 })
    await pass()
    expect(await balance()).toMatchObject({ available: 0, owed: 0 })
  },
  'country `ZZ`': async () => {
    expect((await souk.call('startOnboarding', { country: 'ZZ' }, as)).status).toBe(422)
    const { onboarding } = (await souk.call('getOnboarding', {}, as)).data
    expect(onboarding).toMatchObject({ status: 'not_started', problem: expect.stringContaining('ZZ') })
    expect((await souk.call('startOnboarding', { country: 'DE' }, as)).status).toBe(200)
  },
  'card `4000000000005126`, amount that ends in `.16`': async () => {
    await topUp('4000000000005126', 2016)
    await pass()
    expect(await balance()).toMatchObject({ available: 0 })
    await pass()
    expect(await balance()).toMatchObject({ available: 2016, owed: 0 })
  },
  'card `4000000000000259`, spent within five seconds': async () => {
    await topUp('4000000000000259')
    const spent = { ...newTrade(), taskId: 'task_spent' as const, clientId: idOf(agent), amount: 3000n }
    await posted(souk, hold(spent))
    await pass()
    expect(await balance()).toMatchObject({ available: 0, held: 3000, owed: 3000, restricted: true })
  },
  'card `4000000000000259`, amount below 15.00': async () => {
    const isolated = await startSouk()
    const actions = createPaymentActions(isolated)
    const person = await isolated.person()
    const worker = await isolated.agent(person)
    const asPerson = { as: person.token, agent: worker.id }
    const later = async () => {
      isolated.clock.advance(minute)
      await actions.settle()
    }
    await actions.topUp(person, await isolated.agent(person), 500, '4000000000000259')
    await later()
    await actions.onboard(person, worker)
    await actions.earn(worker, 1000)
    await later()
    expect((await isolated.context.ports.processor.fetchBalance('USD')).available.amount).toBeLessThan(0n)
    const { data } = await isolated.call('requestPayout', usd(1000), asPerson)
    const state = async () =>
      (await isolated.call('getPayout', { payoutId: data.payout.id }, asPerson)).data.payout.status
    await later()
    expect(await state()).toBe('sending')
    await actions.topUp(person, await isolated.agent(person), 9000, '4000000000000077')
    for (let step = 0; step < 4; step++) await later()
    expect(await state()).toBe('paid')
    await isolated.stop()
  },
}

/** Sessions expire within the advanced time, so the person signs in again. */
async function bankedAgain(): Promise<Record<string, unknown>> {
  const { data } = await souk.call('createSession', { email: ada.email, password: ada.password })
  ada = { ...ada, token: data.token }
  return balance()
}

describe('the sandbox', () => {
  it.each(scenarios)('behaves as documented for $send', async ({ send }) => {
    await (drivers[send] ?? fail(`no test drives ${send}`))()
  })

  it('is documented by one table in docs/payments.md', async () => {
    const document = await readFile(new URL('../../../../docs/payments.md', import.meta.url), 'utf8')
    const [, table = ''] = document.split('| Send | What happens |\n|---|---|\n')
    const rows = table.split('\n\n')[0]?.trim().split('\n')
    expect(rows).toEqual(scenarios.map(({ send, description }) => `| ${send} | ${description} |`))
  })
})
