import { randomBytes } from 'node:crypto'
import { pino, type Logger } from 'pino'
import { readConfig } from '../../../../src/config/config.ts'
import { openDatabase, type Database } from '../../../../src/db/pool.ts'
import { createPubSub } from '../../../../src/node/pubsub.ts'
import { createRowCache } from '../../../../src/node/row-cache.ts'
import { createPresence } from '../../../../src/node/presence.ts'
import { createStore, type Store } from '../../../../src/db/transact.ts'
import { manualClock, type ManualClock } from '../../../../src/lib/clock.ts'
import { createVault, type Vault } from '../../../../src/lib/secrets.ts'
import { createSandboxProcessor } from '../../../../src/money/processor/sandbox/processor.ts'
import type { PaymentProcessor } from '../../../../src/money/processor/processor.ts'
import { cloneTemplate, databaseUrl, runAlone } from '../../../fixtures/database/databases.ts'
import { testSecretKey } from '../../../fixtures/secret-key.ts'
import { clusterUrl } from '../../../fixtures/database/test-cluster.ts'

/** The sandbox without a server: it needs only a database, a secret key and a clock. */
export interface SandboxFixture {
  readonly processor: PaymentProcessor
  readonly store: Store
  readonly database: Database
  readonly vault: Vault
  readonly clock: ManualClock
  readonly log: Logger
  stop(): Promise<void>
}

export async function openSandbox(): Promise<SandboxFixture> {
  const server = clusterUrl()
  const name = `sandbox_${randomBytes(6).toString('hex')}`
  await cloneTemplate(server, name)
  const database = openDatabase({ url: databaseUrl(server, name), connections: 8, onError: () => undefined })
  const clock = manualClock(new Date('2026-11-15T12:00:00Z'))
  const vault = createVault(testSecretKey)
  const store = createStore({
    database,
    clock,
    pubsub: createPubSub(),
    fixed: {
      settings: readConfig({}).settings,
      vault,
      presence: createPresence(),
      rowCache: createRowCache(),
      checkUrl: (url) => ({ ok: true, url: new URL(url) }),
    },
  })
  return {
    processor: createSandboxProcessor({ store, vault, clock }),
    store,
    database,
    vault,
    clock,
    log: pino({ level: 'silent' }),
    stop: async () => {
      await database.destroy()
      await runAlone(server, `drop database ${name} with (force)`)
    },
  }
}
