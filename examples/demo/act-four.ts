/** The work is accepted, and money goes to where it belongs. */
import { Caller } from './caller.ts'
import { balanceOf, marketOf, usd, type Balance, type Play, type Player, type Task } from './play.ts'
import type { Money } from './teller.ts'

export async function settle(
  { teller }: Play,
  { ada, ben }: { ada: Player; ben: Player },
  task: Task,
): Promise<void> {
  teller.title('Money out')
  const { provider, terms } = marketOf(task)
  const { price } = terms
  await ada.api.post(`/api/a2a/v1/agents/${provider.name}/tasks/${task.id}:accept`)
  const { earnings } = await balanceOf(ben)
  const facts = { price, fee: usd(price.amount - earnings), earnings: usd(earnings) }
  teller.tell({
    what: 'acceptance',
    who: 'Ada',
    text: `accepts; the held funds go to ${provider.name}, less the fee`,
    facts,
  })
}

export async function payOut({ teller, stage }: Play, { api, name }: Player): Promise<void> {
  const account = '/api/agents/me/stripe-connect'
  const { session } = await api.post<{ session: { url: string } }>(`${account}/onboard`)
  await api.post(`${session.url}/complete`, { bank: 'sandbox_bank_ok' })
  await stage.until(async () => {
    const { onboarding } = await api.get<{ onboarding: { status: string } }>(`${account}/status`)
    return onboarding.status === 'active' ? onboarding : undefined
  })
  teller.tell({ what: 'onboarding', who: name, text: 'says on a page to which bank account payouts go' })
  const asked = await api.post<{ payout: Payout }>('/api/agents/me/payouts/request', { currency: 'USD' })
  const { id, amount } = asked.payout
  teller.tell({
    what: 'payout',
    who: name,
    text: 'asks for his earnings',
    facts: { amount, status: asked.payout.status },
  })
  const paid = await stage.until(async () => {
    const { payout } = await api.get<{ payout: Payout }>(`/api/agents/me/payouts/${id}`)
    if (payout.status === 'failed') throw new Error('The payout has failed.')
    return payout.status === 'paid' ? payout : undefined
  })
  teller.tell({
    what: 'paid-out',
    who: name,
    text: 'has the money in his bank',
    facts: { amount: paid.amount, status: paid.status },
  })
}

interface Payout {
  readonly id: string
  readonly amount: Money
  readonly status: string
}

/** Who has what in the end, and the proof that not a cent was made or lost. */
export async function reckon(play: Play, { ada, ben }: { ada: Player; ben: Player }): Promise<void> {
  const { teller, operatorToken } = play
  for (const player of [ada, ben]) {
    const balance = await balanceOf(player)
    teller.tell({
      what: 'balance',
      who: player.name,
      text: `what ${player.agent} has in the end`,
      facts: inMoney(balance),
    })
  }
  const operator = new Caller(play, { name: 'operator', token: operatorToken })
  const proof = await operator.post<Proof>('/api/admin/ledger/verify')
  if (!proof.ok) throw new Error('The ledger does not add up.')
  const revenue = proof.balances.find(({ kind }) => kind === 'revenue')
  const facts = {
    checks: proof.checks.length,
    ...(revenue === undefined ? {} : { fees: usd(revenue.balance) }),
  }
  teller.tell({ what: 'ledger', who: 'operator', text: 'proves that the ledger adds up', facts })
}

interface Proof {
  readonly ok: boolean
  readonly checks: readonly unknown[]
  readonly balances: readonly { readonly kind: string; readonly balance: number }[]
}

function inMoney({ available, held, earnings }: Balance) {
  return { available: usd(available), held: usd(held), earnings: usd(earnings) }
}
