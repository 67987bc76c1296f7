import type { Context } from '../context.ts'
import { finishChange, keysInUse } from './queries.ts'
import { readEncrypted, replaceUnchanged, type EncryptedColumn } from './re-encrypt-queries.ts'

const batchSize = 500

/** Columns encrypted for longer than a day. Stored idempotent responses expire before. */
const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'signing_keys', key: ['kid'], column: 'private_key' },
  { table: 'webhooks', key: ['id'], column: 'secret' },
  { table: 'webhooks', key: ['id'], column: 'previous_secret' },
  { table: 'approvals', key: ['id'], column: 'sealed_input' },
  { table: 'push_configs', key: ['task_id', 'agent_id', 'config_id'], column: 'secrets' },
]

/**
 * Re-encrypts rows of the previous key with the current one. Nodes that still use the previous key can write more, so
 * this repeats while both are known.
 */
export async function reencrypt({ store, vault, log }: Context): Promise<number> {
  if (vault.otherFingerprint === undefined) return 0
  const next = (await store.read(keysInUse))?.next ?? null
  if (next !== null && next !== vault.fingerprint) return 0
  let sealed = 0
  for (const place of encryptedColumns) {
    let last: readonly string[] | undefined
    do {
      const rows = await store.read((reader) => readEncrypted(reader, place, { last, limit: batchSize }))
      const stale = rows.filter((row) => vault.isStale(row.sealed))
      for (const row of stale) await store.write((tx) => replaceUnchanged(tx, place, row))
      sealed += stale.length
      last = rows.length === batchSize ? rows.at(-1)?.key : undefined
    } while (last !== undefined)
  }
  if (sealed > 0) log.info({ sealed }, 're-encrypted with the new secret key')
  else if (next !== null) await store.write(finishChange)
  return sealed
}
