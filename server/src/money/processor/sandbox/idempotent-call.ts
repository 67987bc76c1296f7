import { sql } from 'kysely'
import type { Store, Tx } from '../../../db/transact.ts'
import { sameBytes, sha256 } from '../../../lib/secrets.ts'
import { ProcessorRefused } from '../../processor-errors.ts'
import type { Money } from '../snapshots.ts'
import { faultOf } from './fault-amounts.ts'
import type { StoredResponse } from './tables.ts'

interface Call {
  readonly operation: string
  readonly input: { readonly id: string; readonly attempt?: number }
  /** Set for calls that move money, whose response can be lost. */
  readonly amount?: Money
}

/**
 * The only place that makes calls idempotent: the first response is stored with its effect in one transaction, and
 * replayed. Concurrent calls wait for each other on the primary key.
 */
export async function idempotent(
  store: Store,
  call: Call,
  make: (tx: Tx) => Promise<StoredResponse>,
): Promise<StoredResponse | 'unknown'> {
  const fault = call.amount === undefined ? 'none' : faultOf(call.amount)
  return store.write(async (tx) => {
    const { answer, isNew } = await lockCall(tx, call)
    if (answer !== null) return answer
    const earlier = await findStoredResponse(tx, call)
    if (earlier !== undefined) return earlier
    // Keeps the row without a response, so that the next identical call succeeds.
    if (fault === 'lost_before' && isNew) return 'unknown'
    const first = await make(tx)
    await saveResponse(tx, keyOf(call), first)
    return fault === 'lost_after' ? 'unknown' : first
  })
}

/** Result of a call that cannot be refused once accepted. */
export function idOrThrow(response: StoredResponse | 'unknown'): string {
  if (response === 'unknown' || !('made' in response)) throw new Error('Sandbox call has no result.')
  return response.made
}

async function lockCall(tx: Tx, call: Call): Promise<{ answer: StoredResponse | null; isNew: boolean }> {
  const key = keyOf(call)
  const hash = hashOf(call.input)
  const { numAffectedRows } = await sql`
    insert into sandbox_calls (key, request_hash, created_at)
    values (${key}, ${hash}, ${tx.now})
    on conflict (key) do nothing`.execute(tx)
  const row = await tx
    .selectFrom('sandbox_calls')
    .select(['request_hash', 'answer'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  requireSame(key, row.request_hash, hash)
  return { answer: row.answer, isNew: numAffectedRows === 1n }
}

/** A new attempt number does not repeat what an earlier attempt has done. */
async function findStoredResponse(tx: Tx, call: Call): Promise<StoredResponse | undefined> {
  const attempts = Array.from({ length: (call.input.attempt ?? 1) - 1 }, (_, index) => index + 1)
  if (attempts.length === 0) return undefined
  const keys = attempts.map((attempt) => keyOf({ ...call, input: { ...call.input, attempt } }))
  const rows = await tx
    .selectFrom('sandbox_calls')
    .select(['key', 'request_hash', 'answer'])
    .where('key', 'in', keys)
    .execute()
  for (const row of rows) requireSame(row.key, row.request_hash, hashOf(call.input))
  return rows.find(({ answer }) => answer !== null && 'made' in answer)?.answer ?? undefined
}

function requireSame(key: string, stored: Buffer, hash: Buffer): void {
  if (sameBytes(stored, hash)) return
  throw new ProcessorRefused('idempotency_mismatch', `${key} was already used with other parameters.`)
}

function keyOf({ operation, input }: Call): string {
  return `${operation}:${input.id}:${input.attempt ?? 1}`
}

async function saveResponse(tx: Tx, key: string, response: StoredResponse): Promise<void> {
  await tx
    .updateTable('sandbox_calls')
    .set({ answer: JSON.stringify(response) })
    .where('key', '=', key)
    .execute()
}

/** Independent of the order of fields. */
function hashOf({ attempt: _attempt, ...input }: Call['input']): Buffer {
  return sha256(JSON.stringify(input, (_key, value: unknown) => sortable(value)))
}

function sortable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
