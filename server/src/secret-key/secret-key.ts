import { randomBytes } from 'node:crypto'
import { constants, copyFile, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/reader.ts'
import { openDatabase } from '../db/pool.ts'
import type { Store } from '../db/transact.ts'
import { ensureCurrentKey, ensureNextKey, hasFingerprint, keysInUse } from './queries.ts'

interface LoadedSecretKey {
  readonly value: string
  /** Removes the file if this start created it. */
  discard(): Promise<void>
}

const keepFile = async () => undefined

/**
 * The secret that all other keys are derived from: SECRET_KEY, or the file secret.key in the data folder. A new key is
 * created only for a database without a key fingerprint: with any other key its stored secrets could not be decrypted.
 */
export async function loadSecretKey(config: Config, databaseUrl: string): Promise<LoadedSecretKey> {
  if (config.secretKey !== undefined) return { value: config.secretKey, discard: keepFile }
  const file = join(config.dataDir, 'secret.key')
  const known = await readKey(file)
  if (known !== undefined) return { value: known, discard: keepFile }
  if (await isInitialized(databaseUrl)) {
    throw new ConfigError(
      `The file ${file} is missing, and the database was set up with a secret key. Restore the file from a backup, or set SECRET_KEY. No new key was created.`,
    )
  }
  const created = await createKey(config.dataDir, file)
  const value = await readKey(file)
  if (value === undefined) throw new ConfigError(`The file ${file} cannot be read after it was written.`)
  return { value, discard: created ? () => rm(file, { force: true }) : keepFile }
}

async function readKey(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  const key = text?.trim()
  if (key !== undefined && key.length < 32) {
    throw new ConfigError(
      `The file ${file} must hold at least 32 characters. Restore it from a backup, or set SECRET_KEY.`,
    )
  }
  return key
}

/** Creates the file atomically; of two concurrent first starts one creates it. Returns whether this one did. */
async function createKey(folder: string, file: string): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(randomBytes(32).toString('base64url'))
      await handle.sync()
    } finally {
      await handle.close()
    }
    // Some network drives have no hard links.
    await link(draft, file).catch(() => copyFile(draft, file, constants.COPYFILE_EXCL))
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

async function isInitialized(url: string): Promise<boolean> {
  const database = openDatabase({ url, connections: 1, onError: () => undefined })
  try {
    return await hasFingerprint(database)
  } finally {
    await database.destroy()
  }
}

/**
 * Refuses to start with a key that does not match the database: nodes with different keys could not read each other's
 * cursors and links. A node with a new key must also have the current one, and starts the change of the key.
 */
export async function requireSameSecretKey(store: Store): Promise<void> {
  const isKnown = await store.write(async (tx) => {
    const { fingerprint, otherFingerprint } = tx.vault
    await ensureCurrentKey(tx, fingerprint)
    const { current, next } = (await keysInUse(tx)) ?? { current: fingerprint, next: null }
    const knownKeys = [fingerprint, otherFingerprint]
    if (!knownKeys.includes(current) || (next !== null && !knownKeys.includes(next))) return false
    if (current !== fingerprint) await ensureNextKey(tx, fingerprint)
    return true
  })
  if (!isKnown) {
    throw new ConfigError(
      'The database was set up with another secret key. Set SECRET_KEY to the same value on every node, or restore the file secret.key in the data folder. While the key is being changed, set OTHER_SECRET_KEY to the other key.',
    )
  }
}
