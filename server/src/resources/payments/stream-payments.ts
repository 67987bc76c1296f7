import type { Contract } from 'souk-contract'
import { followEvents } from '../../events/follow-events.ts'
import type { Live } from '../../operation.ts'
import { walletOf } from './wallet.ts'

/** Says when something of the wallet has changed; what it is now, the caller reads. */
export const streamPayments: Live<Contract['payments']['streamPayments']> = async (
  store,
  caller,
  _given,
  listening,
) => {
  const { agentId } = await store.read(async (reader) => walletOf(reader, caller))
  return followEvents(store, { agentId, kinds: ['payments.changed'] }, listening)
}
