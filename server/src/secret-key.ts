import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { ConfigError } from './config.ts'
import type { Reader, Store, Tx } from './db/transact.ts'

/** The one secret everything else is derived from: SECRET_KEY, or a file beside the data, made on the first start. */
export async function loadSecretKey(config: Config): Promise<string> {
  if (config.secretKey !== undefined) return config.secretKey
  const file = join(config.dataDir, 'secret.key')
  await mkdir(config.dataDir, { recursive: true })
  // Whoever comes second at the first start reads what the first one wrote.
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    },
  )
  return (await readFile(file, 'utf8')).trim()
}

/** By which key what is stored is sealed, and by which it will be, when another one is taking its place. */
export interface KeysInUse {
  readonly current: string
  readonly next: string | null
  readonly since: Date
}

const currentName = 'secret-key-fingerprint'
const nextName = 'next-secret-key-fingerprint'

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

/**
 * Nodes with different keys would not understand each other's cursors and links: better not to start at all. Whoever comes
 * with another key than the one in use must know that one too, and begins to take its place.
 */
export async function requireSameSecretKey(store: Store): Promise<void> {
  const isKnown = await store.write(async (tx) => {
    const { fingerprint, otherFingerprint } = tx.vault
    await setOnce(tx, currentName, fingerprint)
    const { current, next } = (await keysInUse(tx)) ?? { current: fingerprint, next: null }
    const own = [fingerprint, otherFingerprint]
    if (!own.includes(current) || (next !== null && !own.includes(next))) return false
    if (current !== fingerprint) await setOnce(tx, nextName, fingerprint)
    return true
  })
  if (!isKnown) {
    throw new ConfigError(
      'This database was set up with another secret key. Set SECRET_KEY to the same value on every node, or bring back the file secret.key of the data folder. While the key is being changed, OTHER_SECRET_KEY must be the other one.',
    )
  }
}

/** Nothing is sealed with the key before this one any more. */
export async function finishChange(tx: Tx): Promise<void> {
  await tx.deleteFrom('settings').where('name', 'in', [currentName, nextName]).execute()
  await setOnce(tx, currentName, tx.vault.fingerprint)
}

async function setOnce(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name, value, created_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
