import type { Caller, OperatorCaller, SystemCaller } from '../caller.ts'

import type { Tx } from '../db/transact.ts'
import { newId } from '../lib/ids.ts'
import { insertEntry } from './queries.ts'
import type { AuditDetails } from './tables.ts'

export interface AuditEvent {
  /** Noun and past participle: `key.created`. */
  readonly action: string
  /** Id of the changed object. */
  readonly target: string
  /** Never secrets, never contents. */
  readonly details?: AuditDetails
}

/** Writes an audit entry in the transaction of the change; a worker adds it to the hash chain. */
export async function record(tx: Tx, actor: AuditActor, event: AuditEvent): Promise<void> {
  await insertEntry(tx, entryOf(tx.now, actor, event))
}

export type AuditActor = Caller | SystemCaller | OperatorCaller

export function entryOf(now: Date, actor: AuditActor, { action, target, details }: AuditEvent) {
  return {
    id: newId('aud', now),
    at: now,
    action,
    actor_kind: actor.kind,
    user_id: personOf(actor)?.userId ?? null,
    agent_id: actor.kind === 'stranger' ? null : actor.agentId,
    key_id: actor.kind === 'key' ? actor.keyId : null,
    session_id: personOf(actor)?.sessionId ?? null,
    ip: actor.ip,
    request_id: actor.requestId,
    target,
    details: JSON.stringify({ ...details, ...authorityOf(actor) }),
  }
}

function personOf(actor: AuditActor) {
  if (actor.kind === 'operator') return actor.person
  return actor.kind === 'user' ? actor : null
}

/** The role of an operator, or `token` for a machine; of an app, its client and the person who connected it. */
function authorityOf(actor: AuditActor): AuditDetails {
  if (actor.kind === 'key' && actor.grant !== undefined) {
    const { id: grant, clientId: client, clientName: app, userId: person } = actor.grant
    return { grant, client, app, person }
  }
  return actor.kind === 'operator' ? { operator: actor.person?.role ?? 'token' } : {}
}
