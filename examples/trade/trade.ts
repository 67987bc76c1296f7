/** The two sides of the trade, and how they address the task. */
import { formatMoney, marketOf, type Money } from 'souk-sdk'
import type { TestAgent } from 'souk-sdk/testing'

export interface Trade {
  readonly client: TestAgent
  readonly provider: TestAgent
  readonly say: (who: string, text: string) => void
}

export const usd = (amount: number): Money => ({ amount, currency: 'USD' })

/** Tasks are addressed by the name of the provider. */
export function addressOf({ provider }: Trade, taskId: string) {
  return { name: provider.agent.name, taskId }
}

/** Prints the phase of the task, the side that acts next, and the next timeout. */
export async function printTask(trade: Trade, taskId: string): Promise<void> {
  const task = await trade.client.client.tasks.getTask(addressOf(trade, taskId))
  const { phase, awaiting, changes = { used: 0, included: 0 }, deadlines } = marketOf(task)
  const next = awaiting === undefined ? 'the task has ended' : `the ${awaiting} acts next`
  const timeout = deadlines === undefined ? '' : `, otherwise ${deadlines.action} at ${deadlines.next}`
  trade.say('task', `${phase}; ${next}${timeout}; changes used: ${changes.used} of ${changes.included}`)
}

export async function printBalances({ client, provider, say }: Trade): Promise<void> {
  for (const { agent, client: calls } of [client, provider]) {
    const { balance } = await calls.payments.getBalance()
    const { available, held, earnings } = balance
    const parts = Object.entries({ available, held, earnings })
    say(
      `balance of ${agent.name}`,
      parts.map(([name, amount]) => `${name} ${formatMoney(usd(amount))}`).join(', '),
    )
  }
}
