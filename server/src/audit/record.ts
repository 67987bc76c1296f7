import type { Caller, OperatorCaller, SystemCaller } from '../caller.ts'
import type { AuditDetails } from '../db/schema.ts'
import type { Tx } from '../db/transact.ts'
import { newId } from '../lib/ids.ts'

export interface Deed {
  /** Noun and past participle: `key.created`. */
  readonly action: string
  /** The id of what was changed. */
  readonly target: string
  /** Never secrets, never contents. */
  readonly details?: AuditDetails
}

/** Writes down who did what, in the transaction of the change; a worker chains the entry afterwards. */
export async function record(
  tx: Tx,
  caller: Caller | SystemCaller | OperatorCaller,
  deed: Deed,
): Promise<void> {
  const id = newId('aud', tx.now)
  await tx
    .with('entry', (entry) =>
      entry.insertInto('audit_entries').values({
        id,
        at: tx.now,
        action: deed.action,
        actor_kind: caller.kind,
        user_id: caller.kind === 'user' ? caller.userId : null,
        agent_id: caller.kind === 'stranger' ? null : caller.agentId,
        key_id: caller.kind === 'key' ? caller.keyId : null,
        session_id: caller.kind === 'user' ? caller.sessionId : null,
        ip: caller.ip,
        request_id: caller.requestId,
        target: deed.target,
        details: JSON.stringify(deed.details ?? {}),
      }),
    )
    .insertInto('audit_pending')
    .values({ entry_id: id })
    .execute()
}
