import type { Agent } from 'souk-contract'
import { post } from '../src/money/ledger/post.ts'
import { reconcile } from '../src/money/ledger/reconcile.ts'
import { hold, settle } from '../src/money/ledger/recipes.ts'
import { isId, type Id } from '../src/lib/ids.ts'
import { fail, type Person, type Souk } from './harness.ts'

/** What tests of money do again and again, each through the routes wherever there is one. */
export interface Bank {
  /** Finishes a hosted page as a person would. */
  complete(
    session: { url: string },
    input: { card?: string; bank?: string; authenticated?: boolean },
  ): Promise<number>
  /** Tops up by a page, with a card that works. */
  topUp(person: Person, agent: Agent, amount: number, card?: string): Promise<void>
  /** Work of `amount`, paid by a client made for it; without a fee. */
  earn(agent: Agent, amount: number): Promise<void>
  onboard(person: Person, agent: Agent, bank?: string): Promise<void>
  /** Lets everything happen that is due now. */
  settle(): Promise<void>
  balance(person: Person, agent: Agent): Promise<Record<string, unknown>>
  /** Every check of the ledger that fails. */
  faults(): Promise<string[]>
}

export const goodCard = '4242424242424242'

export function openBank(souk: Souk): Bank {
  const { currency } = souk.context.config.settings
  const bank: Bank = {
    complete: async ({ url }, payload) => {
      const { pathname } = new URL(url)
      const answer = await souk.app.inject({ method: 'POST', url: `${pathname}/complete`, payload })
      return answer.statusCode
    },
    topUp: async (person, agent, amount, card = goodCard) => {
      const as = { as: person.token, agent: agent.id }
      const { data } = await souk.call('startTopUp', { amount, currency }, as)
      await bank.complete(data.session, { card })
      await bank.settle()
    },
    earn: async (agent, amount) => {
      const client = await souk.person()
      const payer = await souk.agent(client)
      await bank.topUp(client, payer, amount)
      const fact = { ...task(souk), clientId: idOf(payer), amount: BigInt(amount) }
      await souk.context.store.write(async (tx) => {
        await post(tx, hold(fact), { actor: 'system' })
        await post(tx, settle({ ...fact, providerId: idOf(agent), feeBps: 0 }), { actor: 'system' })
      })
    },
    onboard: async (person, agent, account = 'sandbox_bank_ok') => {
      const as = { as: person.token, agent: agent.id }
      const { data } = await souk.call('startOnboarding', {}, as)
      await bank.complete(data.session, { bank: account })
      await bank.settle()
    },
    settle: async () => {
      for (let round = 0; round < 4; round++) await souk.work(movers)
    },
    balance: async (person, agent) =>
      (await souk.call('getBalance', {}, { as: person.token, agent: agent.id })).data.balance,
    faults: async () => {
      const { checks } = await souk.context.store.read(reconcile)
      return checks.filter(({ violations }) => violations > 0).map(({ name }) => name)
    },
  }
  return bank
}

/** The workers that bring money from one place to the next. */
const movers = ['event-relay', 'sandbox', 'sandbox-events', 'processor-events', 'payments', 'payouts']

let tasks = 0

function task(souk: Souk) {
  const { book, currency } = souk.context.config.settings
  return { book, currency, taskId: `task_${String(++tasks)}` as const }
}

export function idOf(agent: Agent): Id<'agt'> {
  return isId('agt', agent.id) ? agent.id : fail('not an agent id')
}
