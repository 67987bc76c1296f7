import type { Scope } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'

/** How a stored request is run: what its own route would do after the token and the input were checked. */
export interface StoredOperation {
  /** What the key needs. */
  readonly scope: Scope | undefined
  /** Does the work outside of the database, and answers the change that is left. */
  readonly prepare: (caller: AgentCaller, input: object) => Promise<(tx: Tx) => Promise<unknown>>
}

/** The operations that change something, by name, as far as they are mounted. */
export type Operations = Map<string, StoredOperation>
