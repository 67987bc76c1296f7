/** The only place that enforces the kill switch. `http/execute-operation.ts` calls it for every write. */
import type { AnyCaller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { isKillSwitchOn } from '../gate/queries.ts'
import { killSwitchBinds } from './bindings.ts'
import { killSwitchMessage, gateHint } from './explain.ts'

/** Writes that stay allowed while the switch is on: none. */
export const writesAllowedWhileOn: ReadonlySet<string> = new Set<string>()

/** First check, by the row cache. */
export async function requireSwitchOff(reader: Reader, caller: AnyCaller, operation: string): Promise<void> {
  const agentId = boundAgent(caller, operation)
  if (agentId === undefined) return
  const { killSwitches: cache } = reader.rowCache
  if (cache.get(agentId) ?? cache.set(agentId, await isKillSwitchOn(reader, agentId))) refuse()
}

/** Second check, by the committed row, in the transaction that writes. */
export async function requireSwitchOffInTx(tx: Tx, caller: AnyCaller, operation: string): Promise<void> {
  const agentId = boundAgent(caller, operation)
  if (agentId !== undefined && (await isKillSwitchOn(tx, agentId))) refuse()
}

function boundAgent(caller: AnyCaller, operation: string): Id<'agt'> | undefined {
  if (caller.kind === 'stranger' || caller.agentId === null) return undefined
  if (!killSwitchBinds(caller) || writesAllowedWhileOn.has(operation)) return undefined
  return caller.agentId
}

function refuse(): never {
  return fail('forbidden', killSwitchMessage, gateHint('killSwitch'))
}
