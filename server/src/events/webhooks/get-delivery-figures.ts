import type { Contract, Reply } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import { after, day, minute } from '../../lib/clock.ts'
import { countDeliveries } from './figures-queries.ts'
import { findEndpoint } from './queries.ts'

const intervalMs = 30 * minute
const intervalCount = day / intervalMs

/** Health of an endpoint over the last day. */
export async function getDeliveryFigures(
  reader: Reader,
  caller: AgentCaller,
  reference: string,
): Promise<Reply<Contract['webhooks']['getDeliveryFigures']>> {
  const { endpoint } = found(await findEndpoint(reader, caller.agentId, reference), 'webhook')
  const since = after(reader.now, -day)
  const row = found(
    await countDeliveries(reader, endpoint, { since, intervals: intervalCount, intervalMs }),
    'webhook',
  )
  const intervals = Array.from({ length: intervalCount }, (_, number) => {
    const { succeeded = 0, failed = 0 } = row.intervals.find((interval) => interval.number === number) ?? {}
    return { startsAt: after(since, number * intervalMs).toISOString(), succeeded, failed }
  })
  const { succeeded, failed, pending, median_ms: medianMs, slow_ms: slowMs } = row
  return { figures: { succeeded, failed, pending, medianMs, slowMs, intervals } }
}
