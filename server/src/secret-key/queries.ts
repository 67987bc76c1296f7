import { sql } from 'kysely'
import type { Database } from '../db/pool.ts'
import type { Reader, Tx } from '../db/transact.ts'

/** Fingerprints of the secret key of stored secrets, and of the next one while the key is being changed. */
export interface KeysInUse {
  readonly current: string
  readonly next: string | null
  readonly since: Date
}

const currentName = 'secret-key-fingerprint'
const nextName = 'next-secret-key-fingerprint'

/** Whether a secret key was used with this database, which may have no tables yet. */
export async function hasFingerprint(database: Database): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass('settings') is not null`.execute(database)
  if (rows.length === 0) return false
  const found = await database.selectFrom('settings').select('name').where('name', '=', currentName).execute()
  return found.length > 0
}

export async function keysInUse(reader: Reader): Promise<KeysInUse | undefined> {
  const rows = await reader
    .selectFrom('settings')
    .selectAll()
    .where('name', 'in', [currentName, nextName])
    .execute()
  const current = rows.find(({ name }) => name === currentName)
  const next = rows.find(({ name }) => name === nextName)
  return current && { current: current.value, since: current.created_at, next: next?.value ?? null }
}

/** Keeps a fingerprint that exists. */
export async function ensureCurrentKey(tx: Tx, fingerprint: string): Promise<void> {
  await setOnce(tx, currentName, fingerprint)
}

/** Begins a change of the key. */
export async function ensureNextKey(tx: Tx, fingerprint: string): Promise<void> {
  await setOnce(tx, nextName, fingerprint)
}

/** Ends a change of the key: no stored secret uses the previous one. */
export async function finishChange(tx: Tx): Promise<void> {
  await tx.deleteFrom('settings').where('name', 'in', [currentName, nextName]).execute()
  await ensureCurrentKey(tx, tx.vault.fingerprint)
}

async function setOnce(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name, value, created_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
