/** The only place that enforces the kill switch. `http/execute-operation.ts` calls it for every write, whatever the operation. */
import type { Caller } from '../../caller.ts'
import type { Reader, Store, Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { findGate } from '../gate/queries.ts'
import { killSwitchBinds } from './bindings.ts'
import { killSwitchSentence, wayOut } from './explain.ts'

/** Writes that bound callers may still make while the switch is on: none. */
export const writesWhileStopped: ReadonlySet<string> = new Set<string>()

/** Before anything is done, by what this node remembers for two seconds or until it hears of a change. */
export async function requireRunning(reader: Reader, caller: Caller, operation: string): Promise<void> {
  const agentId = boundAgent(caller, operation)
  if (agentId === undefined) return
  const { killSwitches: stops } = reader.rowCache
  if (stops.get(agentId) ?? stops.set(agentId, await isStopped(reader, agentId))) refuse()
}

/** The same by what is committed, for the transaction that makes the change. */
export async function recheckRunning(tx: Tx, caller: Caller, operation: string): Promise<void> {
  const agentId = boundAgent(caller, operation)
  if (agentId !== undefined && (await isStopped(tx, agentId))) refuse()
}

/** A store whose transactions begin with the check. */
export function whileRunning(store: Store, caller: Caller, operation: string): Store {
  return {
    ...store,
    write: (change) =>
      store.write(async (tx) => {
        await recheckRunning(tx, caller, operation)
        return change(tx)
      }),
  }
}

function boundAgent(caller: Caller, operation: string): Id<'agt'> | undefined {
  if (caller.kind === 'stranger' || caller.agentId === null) return undefined
  if (!killSwitchBinds(caller) || writesWhileStopped.has(operation)) return undefined
  return caller.agentId
}

async function isStopped(reader: Reader, agentId: Id<'agt'>): Promise<boolean> {
  return (await findGate(reader, agentId))?.settings.killSwitch === true
}

function refuse(): never {
  return fail('forbidden', killSwitchSentence, wayOut('killSwitch'))
}
