import type { Contract } from 'souk-contract'
import { followEvents } from '../../events/follow-events.ts'
import type { Tail } from '../../events/tail.ts'
import type { Live } from '../../operation.ts'
import { walletOf } from './wallet.ts'

/** Says when something of the wallet has changed; what it is now, the caller reads. */
export function streamPayments(tail: Tail): Live<Contract['payments']['streamPayments']> {
  return async (store, caller, _given, listening) => {
    const { agentId } = await store.read(async (reader) => walletOf(reader, caller))
    return followEvents(store, tail, { agentId, kinds: ['payments.changed'] }, listening)
  }
}
