/** Receipt of a paid task, from the postings in the wallet of the caller. */
import { receiptOf, type Task } from 'souk-contract'
import type { Static } from 'typebox'
import { Failure } from '../failure.ts'
import { after, second } from '../lib/clock.ts'
import { showMoney, type ShownReceipt } from './shapes.ts'
import type { ToolContext } from './tool.ts'
import { marketOf } from './views/task-view.ts'

/** Undefined if nothing was paid, or if the key cannot read the wallet. */
export async function readReceipt(
  { call, origin }: Pick<ToolContext, 'call' | 'origin'>,
  task: Task,
): Promise<Static<typeof ShownReceipt> | undefined> {
  const market = marketOf(task)
  const { client, provider, reason, terms } = market
  if (reason === undefined || terms?.price === undefined) return undefined
  // The payment is booked in the transaction that ends the task.
  const endedAt = new Date(task.status.timestamp)
  const lines = await call('listActivity', {
    from: endedAt.toISOString(),
    to: after(endedAt, second).toISOString(),
    limit: 100,
  }).catch(withoutWallet)
  const amounts = receiptOf(
    market,
    lines.items.filter(({ reference }) => reference === task.id),
  )
  if (amounts === undefined) return undefined
  const { currency, gross, fee, feeBps, net } = amounts
  const shown = (amount: number) => showMoney({ amount, currency })
  return {
    taskId: task.id,
    paidAt: task.status.timestamp,
    client: client.name,
    provider: provider.name,
    outcome: reason,
    gross: shown(gross),
    fee: shown(fee),
    ...(feeBps === undefined ? {} : { feeBps }),
    total: shown(net),
    url: `${origin}/money/receipts/${task.id}`,
  }
}

function withoutWallet(error: unknown): { items: never[] } {
  if (error instanceof Failure && error.kind === 'forbidden') return { items: [] }
  throw error
}
