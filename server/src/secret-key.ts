import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { ConfigError } from './config.ts'
import type { Store } from './db/transact.ts'

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

/** Nodes with different keys would not understand each other's cursors and links: better not to start at all. */
export async function requireSameSecretKey(store: Store): Promise<void> {
  const [known, own] = await store.write(async (tx) => {
    const fingerprint = tx.vault.fingerprint()
    await tx
      .insertInto('settings')
      .values({ name: 'secret-key-fingerprint', value: fingerprint, created_at: tx.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await tx
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'secret-key-fingerprint')
      .executeTakeFirstOrThrow()
    return [row.value, fingerprint]
  })
  if (known !== own) {
    throw new ConfigError(
      'This database was set up with another secret key. Set SECRET_KEY to the same value on every node, or bring back the file secret.key of the data folder.',
    )
  }
}
