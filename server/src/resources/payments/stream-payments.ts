import { setTimeout as delay } from 'node:timers/promises'
import type { Contract } from 'souk-contract'
import { second } from '../../lib/clock.ts'
import type { Live } from '../../operation.ts'
import { lastChangeOf } from './queries.ts'
import { walletOf } from './wallet.ts'

const lookMs = second

/** Says when something has changed since the event the caller saw last; what it is now, the caller reads. */
export const streamPayments: Live<Contract['payments']['streamPayments']> = async function* (
  store,
  caller,
  _given,
  from,
) {
  const { agentId } = await store.read(async (reader) => walletOf(reader, caller))
  let seen = from.lastEventId
  while (!from.signal.aborted) {
    const latest = await store.read((reader) => lastChangeOf(reader, agentId))
    if (latest !== seen && seen !== undefined)
      yield { id: latest, event: 'payments.changed', data: { agentId } }
    seen = latest
    await delay(lookMs, undefined, { signal: from.signal }).catch(() => undefined)
  }
}
