import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { minute } from '../../src/lib/clock.ts'
import { createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { patienceMs, splitArguments } from '../fixtures/clients/cli-fixture.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { runInProcess } from '../fixtures/clients/in-process-cli.ts'

vi.setConfig({ testTimeout: patienceMs })

let souk: Souk
let payments: PaymentActions
let url: string
let finance: Person
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
  finance = await souk.operator('finance')
  url = await souk.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => souk.stop())

const operate = async (line: string) => {
  const environment = { XDG_CONFIG_HOME: '/nonexistent', SOUK_URL: url, SOUK_TOKEN: finance.token }
  return runInProcess(splitArguments(line), { environment, input: finance.password })
}

async function payoutNeedingAttention(account: string): Promise<string> {
  const person = await souk.person()
  const agent = await souk.agent(person)
  await payments.earn(agent, 5000)
  await payments.onboard(person, agent, account)
  const as = { as: person.token, agent: agent.id }
  const { payout } = (await souk.call('requestPayout', { currency: 'USD' }, as)).data
  for (let minutes = 0; minutes < 3; minutes++) {
    souk.clock.advance(minute)
    await payments.settle()
  }
  return payout.id
}

describe('souk admin payouts', () => {
  it('lists stopped payouts and acts on them', async () => {
    expect((await operate('admin payouts list')).output).toBe('No such payouts.\n')
    const held = await payoutNeedingAttention('sandbox_bank_hold')
    const stopped = await payoutNeedingAttention('sandbox_bank_stop')
    const { output } = await operate('admin payouts list')
    expect(output).toMatch(new RegExp(`${held} +USD 50\\.00[^\\n]*retry, cancel`))
    expect(output).toMatch(new RegExp(`${stopped} +USD 50\\.00[^\\n]*retry, pay-back`))
    const first = JSON.parse((await operate('admin payouts list --limit 1 --json')).output)
    expect(first.items).toMatchObject([{ id: held }])
    const rest = JSON.parse((await operate(`admin payouts list --cursor ${first.nextCursor} --json`)).output)
    expect(rest).toMatchObject({ items: [{ id: stopped }], nextCursor: null })
    expect(JSON.parse((await operate('admin payouts list --all --json')).output).items).toHaveLength(2)
    expect((await operate(`admin payouts pay-back ${held} --yes`)).code).toBe(5)
    expect((await operate(`admin payouts cancel ${held} --yes`)).code).toBe(0)
    const back = await operate(`admin payouts pay-back ${stopped} --yes --json`)
    expect(JSON.parse(back.output)).toMatchObject({ payout: { id: stopped, stoppedIn: null } })
    await payments.settle()
    expect(JSON.parse((await operate('admin payouts list --json')).output)).toEqual({
      items: [],
      nextCursor: null,
    })
  })
})
