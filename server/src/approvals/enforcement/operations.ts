import type { Scope } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'

/** Runs a stored request as its route would, after authentication and validation. */
export interface StoredOperation {
  /** Scope that the key needs. */
  readonly scope: Scope | undefined
  /** Runs the stages before the last transaction and returns the change for that transaction. */
  readonly prepare: (caller: AgentCaller, input: object) => Promise<(tx: Tx) => Promise<unknown>>
}

/** All registered operations that write, by name. */
export type Operations = Map<string, StoredOperation>
