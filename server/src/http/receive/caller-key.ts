import type { AnyCaller } from '../../caller.ts'
import { addressGroup } from '../../lib/network-addresses.ts'

/** The key, person or address that makes a call. */
export function callerKey(caller: AnyCaller): string {
  switch (caller.kind) {
    case 'user':
      return caller.userId
    case 'key':
      return caller.keyId
    case 'stranger':
      return addressGroup(caller.ip)
    case 'operator':
      return caller.person === null ? 'operator' : `operator ${caller.person.userId}`
  }
}

/** Like `callerKey`, but one for all keys of an agent. */
export function callerAccount(caller: AnyCaller): string {
  return caller.kind === 'key' ? caller.agentId : callerKey(caller)
}
