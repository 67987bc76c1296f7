import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Claim, Reader, Tx } from '../../db/transact.ts'
import { fail, Failure } from '../../failure.ts'
import { sameBytes, sha256, type Vault } from '../../lib/secrets.ts'
import { subject } from './rate-limit.ts'

/** A call that must happen once: who asks, under which key, and what exactly. */
export interface Promised extends Claim {
  /** The request's hash by each secret key in use, while that key is being changed. */
  readonly requestHashes: readonly Buffer[]
}

export interface Stored {
  readonly answer: unknown
}

/** Undefined where there is no key to keep: neither a hash nor an answer of the call is stored. */
export function promised(
  vault: Vault,
  request: FastifyRequest,
  operation: string,
  caller: Caller,
): Promised | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || (request.method !== 'POST' && request.method !== 'PATCH')) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    return fail(
      'bad-request',
      'Idempotency-Key must be 1 to 255 visible ASCII characters.',
      'A UUID is a good choice.',
    )
  }
  if (request.routeOptions.config.idempotent !== true) return undefined
  const agent = caller.kind === 'stranger' ? null : caller.agentId
  const body = request.routeOptions.config.upload === true ? null : (request.body ?? null)
  const asked = JSON.stringify([request.method, request.url, agent, body])
  // Keyed, so that a copy of the table is no oracle for guesses of what was sent.
  const requestHashes = vault.tags('idempotency', asked)
  return { caller: subject(caller), key, route: operation, requestHash: requestHashes[0], requestHashes }
}

/** The first answer to the same call, when there was one. */
export async function recall(reader: Reader, call: Promised): Promise<Stored | undefined> {
  const row = await reader
    .selectFrom('idempotency_keys')
    .select(['route', 'request_hash', 'reply'])
    .where('caller', '=', call.caller)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.route !== call.route || !call.requestHashes.some((hash) => sameBytes(row.request_hash, hash))) {
    fail(
      'unprocessable',
      'This Idempotency-Key was used for another request.',
      'Use a new key for a new request.',
    )
  }
  const answer: unknown = JSON.parse(reader.vault.open(row.reply))
  return { answer }
}

/** Runs the change unless it already ran, and stores its answer in the same transaction. */
export async function once(
  tx: Tx,
  call: Promised,
  change: () => Promise<unknown>,
  kept: (answer: unknown) => unknown = (answer) => answer,
): Promise<Stored & { replayed: boolean }> {
  await claim(tx, call)
  const stored = await recall(tx, call)
  if (stored !== undefined) return { ...stored, replayed: true }
  const answer = await change()
  if (answer instanceof Failure) return { answer, replayed: false }
  await tx
    .insertInto('idempotency_keys')
    .values({
      caller: call.caller,
      key: call.key,
      route: call.route,
      request_hash: call.requestHash,
      reply: tx.vault.seal(JSON.stringify(kept(answer))),
      created_at: tx.now,
    })
    .execute()
  return { answer, replayed: false }
}

/** Held until the transaction ends; whoever cannot get it meets a call that is still running. */
async function claim(tx: Tx, call: Promised): Promise<void> {
  const lockKey = sha256(`${call.caller}\n${call.key}`).readBigInt64BE(0)
  const { rows } = await sql<{
    claimed: boolean
  }>`select pg_try_advisory_xact_lock(${lockKey}) as claimed`.execute(tx)
  if (rows[0]?.claimed !== true) {
    throw new Failure('conflict', 'A call with this Idempotency-Key is still running.', {
      hint: 'Wait for it, then repeat the call.',
      retryAfterSeconds: 1,
    })
  }
}
