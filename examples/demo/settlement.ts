/** Accepts the work, pays the provider out and verifies the ledger. */
import { ApiClient } from './api-client.ts'
import {
  balanceOf,
  marketOf,
  usd,
  type Balance,
  type DemoContext,
  type Participant,
  type Task,
} from './context.ts'
import type { Money } from './narrator.ts'

export async function settle(
  { narrator }: DemoContext,
  { ada, ben }: { ada: Participant; ben: Participant },
  task: Task,
): Promise<void> {
  narrator.title('Money out')
  const { provider, terms } = marketOf(task)
  const { price } = terms
  await ada.api.post(`/api/a2a/v1/agents/${provider.name}/tasks/${task.id}:accept`)
  const { earnings } = await balanceOf(ben)
  const facts = { price, fee: usd(price.amount - earnings), earnings: usd(earnings) }
  narrator.step({
    what: 'acceptance',
    who: 'Ada',
    text: `accepts; the held funds are paid to ${provider.name}, less the fee`,
    facts,
  })
}

export async function payOut(
  { narrator, processes }: DemoContext,
  { api, name }: Participant,
): Promise<void> {
  const account = '/api/agents/me/stripe-connect'
  const { session } = await api.post<{ session: { url: string } }>(`${account}/onboard`)
  await api.post(`${session.url}/complete`, { bank: 'sandbox_bank_ok' })
  await processes.until(async () => {
    const { onboarding } = await api.get<{ onboarding: { status: string } }>(`${account}/status`)
    return onboarding.status === 'active' ? onboarding : undefined
  })
  narrator.step({ what: 'onboarding', who: name, text: 'enters the bank account for payouts' })
  const requested = await api.post<{ payout: Payout }>('/api/agents/me/payouts/request', { currency: 'USD' })
  const { id, amount } = requested.payout
  narrator.step({
    what: 'payout',
    who: name,
    text: 'requests a payout of the earnings',
    facts: { amount, status: requested.payout.status },
  })
  const paid = await processes.until(async () => {
    const { payout } = await api.get<{ payout: Payout }>(`/api/agents/me/payouts/${id}`)
    if (payout.status === 'failed') throw new Error('The payout failed.')
    return payout.status === 'paid' ? payout : undefined
  })
  narrator.step({
    what: 'paid-out',
    who: name,
    text: 'receives the payout',
    facts: { amount: paid.amount, status: paid.status },
  })
}

interface Payout {
  readonly id: string
  readonly amount: Money
  readonly status: string
}

/** Shows the final balances and runs the ledger checks. */
export async function verifyLedger(
  context: DemoContext,
  { ada, ben }: { ada: Participant; ben: Participant },
): Promise<void> {
  const { narrator, operatorToken } = context
  for (const participant of [ada, ben]) {
    const balance = await balanceOf(participant)
    narrator.step({
      what: 'balance',
      who: participant.name,
      text: `ends with this balance as ${participant.agent}`,
      facts: inMoney(balance),
    })
  }
  const operator = new ApiClient(context, { name: 'operator', token: operatorToken })
  const proof = await operator.post<Proof>('/api/admin/ledger/verify')
  if (!proof.ok) throw new Error('The ledger does not balance.')
  const revenue = proof.balances.find(({ kind }) => kind === 'revenue')
  const facts = {
    checks: proof.checks.length,
    ...(revenue === undefined ? {} : { fees: usd(revenue.balance) }),
  }
  narrator.step({ what: 'ledger', who: 'operator', text: 'verifies that the ledger balances', facts })
}

interface Proof {
  readonly ok: boolean
  readonly checks: readonly unknown[]
  readonly balances: readonly { readonly kind: string; readonly balance: number }[]
}

function inMoney({ available, held, earnings }: Balance) {
  return { available: usd(available), held: usd(held), earnings: usd(earnings) }
}
