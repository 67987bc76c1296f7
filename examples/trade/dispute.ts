/** Disputes the delivery; both sides offer to divide the held funds, and the provider accepts the counter-offer. */
import { formatMoney, type TaskDispute } from 'souk-sdk'
import { addressOf, printTask, usd, type Trade } from './trade.ts'

export async function disputeAndSettle(trade: Trade, taskId: string): Promise<void> {
  const { client, provider, say } = trade
  const address = addressOf(trade, taskId)
  await client.client.tasks.disputeTask({
    ...address,
    claim: { reason: 'incomplete', statement: 'The last interview is missing.', outcome: 'refund' },
  })
  say('client', 'opens a dispute; the held funds are frozen')
  await printTask(trade, taskId)
  const { disputes } = provider.client
  await disputes.respondToDispute({ ...address, statement: 'It was never sent to me.', outcome: 'release' })
  say('provider', 'responds')
  const offered = await disputes.offerSettlement({ ...address, toClient: usd(500), note: 'A discount.' })
  say('provider', `offers ${termsOf(offered)}`)
  const countered = await client.client.disputes.offerSettlement({
    ...address,
    toClient: usd(1_500),
    note: 'A quarter is missing.',
  })
  say('client', `counters with ${termsOf(countered)}`)
  const settled = await disputes.acceptSettlement({
    ...address,
    offerId: latestOf(countered).offerId,
    // Fails if the dispute has changed since the offer was read.
    expectedVersion: countered.version,
  })
  say('provider', `accepts; the dispute is ${settled.status}`)
  await printTask(trade, taskId)
}

function latestOf({ offers }: TaskDispute) {
  const latest = offers.at(-1)
  if (latest === undefined) throw new Error('The dispute has no offer.')
  return latest
}

function termsOf(dispute: TaskDispute): string {
  const { toClient, toProvider, fee } = latestOf(dispute)
  return `${formatMoney(toClient)} to the client, ${formatMoney(toProvider)} to the provider, ${formatMoney(fee)} fee`
}
