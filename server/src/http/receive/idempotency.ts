import { takesIdempotencyKey, type Route } from 'souk-contract'
import type { AgentCaller, AnyCaller } from '../../caller.ts'
import type { IdempotencyClaim, Reader, Tx } from '../../db/transact.ts'
import { fail, Failure } from '../../failure.ts'
import { sameBytes, type Vault } from '../../lib/secrets.ts'
import type { IncomingCall } from '../bindings/call.ts'
import { findReplyOf, insertReply, lockKey, waitForKey } from './idempotency-queries.ts'
import { callerKey } from './caller-key.ts'

/** A call with an Idempotency-Key. */
interface IdempotentCall extends IdempotencyClaim {
  /** Hashes of the request under each secret key, while the secret key is being changed. */
  readonly requestHashes: readonly Buffer[]
}

interface StoredReply {
  readonly reply: unknown
}

/** Returns undefined for a call without a key or a route without idempotency: nothing of it is stored. */
export function idempotentCall(
  vault: Vault,
  request: IncomingCall,
  { operation, route }: { operation: string; route: Route },
  caller: AnyCaller,
): IdempotentCall | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || (request.method !== 'POST' && request.method !== 'PATCH')) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    return fail(
      'bad-request',
      'Idempotency-Key must be 1 to 255 visible ASCII characters.',
      'Send a UUID, for example.',
    )
  }
  if (!takesIdempotencyKey(route)) return undefined
  const agent = caller.kind === 'stranger' ? null : caller.agentId
  const body = route.upload === true ? null : (request.body ?? null)
  const canonical = JSON.stringify([request.method, request.url, agent, body])
  // An HMAC, so that a copy of the table cannot be used to guess requests.
  const requestHashes = vault.tags('idempotency', canonical)
  return { caller: callerKey(caller), key, route: operation, requestHash: requestHashes[0], requestHashes }
}

/** The stored reply to the same call, if there is one. */
export async function findStoredReply(
  reader: Reader,
  call: IdempotentCall,
): Promise<StoredReply | undefined> {
  const row = await findReplyOf(reader, call)
  if (row === undefined) return undefined
  if (row.route !== call.route || !call.requestHashes.some((hash) => sameBytes(row.request_hash, hash))) {
    fail(
      'unprocessable',
      'This Idempotency-Key was used for another request.',
      'Use a new key for a new request.',
    )
  }
  const reply: unknown = JSON.parse(reader.vault.open(row.reply))
  return { reply }
}

/** Runs the change unless it already ran; stores its reply in the same transaction. */
export async function runOnce(
  tx: Tx,
  call: IdempotentCall,
  change: () => Promise<unknown>,
  storedForm: (reply: unknown) => unknown = (reply) => reply,
): Promise<StoredReply & { replayed: boolean }> {
  if (!(await lockKey(tx, call))) refuseConcurrent()
  const stored = await findStoredReply(tx, call)
  if (stored !== undefined) return { ...stored, replayed: true }
  const reply = await change()
  if (reply instanceof Failure) return { reply, replayed: false }
  // The one-statement paths of messages and decisions take no advisory lock.
  const unused = await insertReply(tx, call, tx.vault.seal(JSON.stringify(storedForm(reply))))
  return unused ? { reply, replayed: false } : refuseConcurrent()
}

/** Key of an approved request; undefined without one. */
export function approvedClaim(
  caller: AgentCaller,
  { operation, route }: { operation: string; route: Route },
): IdempotencyClaim | undefined {
  const { approval, idempotencyKey: key } = caller
  const requestHash = approval?.requestHash
  if (requestHash === undefined || requestHash === null || key === null || !takesIdempotencyKey(route)) {
    return undefined
  }
  return { caller: callerKey(caller), key, route: operation, requestHash }
}

/** Refuses an approved request whose call has run without the approval, after the gate had come to allow it. */
export async function requireNotRun(reader: Reader, claim: IdempotencyClaim): Promise<void> {
  const row = await findReplyOf(reader, claim)
  if (row === undefined || row.route !== claim.route || !sameBytes(row.request_hash, claim.requestHash))
    return
  fail(
    'conflict',
    'The call has already run: the agent repeated it when the gate no longer required an approval.',
    'Deny the request, or have the agent send a new one.',
  )
}

/**
 * Runs an approved request and stores its reply under the key of the request, so that the repeated call replays it; not if
 * the caller has used the key for another call in the meantime.
 */
export async function runApprovedOnce<Reply>(
  tx: Tx,
  claim: IdempotencyClaim,
  change: () => Promise<Reply>,
  storedForm: (reply: Reply) => unknown,
): Promise<Reply> {
  await waitForKey(tx, claim)
  await requireNotRun(tx, claim)
  const reply = await change()
  if (reply instanceof Failure) return reply
  const unused = await insertReply(tx, claim, tx.vault.seal(JSON.stringify(storedForm(reply))))
  if (!unused) await requireNotRun(tx, claim)
  return reply
}

function refuseConcurrent(): never {
  throw new Failure('conflict', 'A call with this Idempotency-Key is still running.', {
    hint: 'Wait for it, then repeat the call.',
    retryAfterSeconds: 1,
  })
}
