import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { openDatabase, type Database } from './db/pool.ts'
import { createStore, type Store } from './db/transact.ts'
import type { Clock } from './lib/clock.ts'
import { createVault, type Vault } from './lib/secrets.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createMailer, type Mailer } from './ports/mailer.ts'
import { createProcessor } from './ports/processor/create-processor.ts'
import type { PaymentProcessor } from './ports/processor/processor.ts'
import { createPasswords, type PasswordCost, type Passwords } from './ports/passwords.ts'
import { createTouches, type Touches } from './workers/touches.ts'

/** What lies outside the database and may be slow. */
export interface Ports {
  readonly passwords: Passwords
  readonly mailer: Mailer
  readonly processor: PaymentProcessor
}

/** The few long-lived things, made once at the start and closed once at the end. */
export interface Context {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly vault: Vault
  readonly database: Database
  readonly store: Store
  readonly ports: Ports
  readonly metrics: Metrics
  readonly touches: Touches
}

export interface ContextParts {
  config: Config
  clock: Clock
  log: Logger
  databaseUrl: string
  secretKey: string
  passwordCost: PasswordCost
}

export function createContext({
  config,
  clock,
  log,
  databaseUrl,
  secretKey,
  passwordCost,
}: ContextParts): Context {
  const vault = createVault(secretKey)
  const database = openDatabase({
    url: databaseUrl,
    connections: config.databaseConnections,
    onError: (error) => log.warn({ error: error.message }, 'idle database connection lost'),
  })
  const metrics = createMetrics()
  const passwords = createPasswords(passwordCost)
  metrics.gauge('souk_passwords_waiting', 'Sign-ins waiting for a hash.', passwords.waiting)
  const store = createStore(database, clock, { settings: config.settings, vault })
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.settings.mailFrom })
  return {
    config,
    clock,
    log,
    vault,
    database,
    store,
    ports: { passwords, mailer, processor: createProcessor({ config, store, vault, clock }) },
    metrics,
    touches: createTouches(),
  }
}

export async function closeContext(context: Context): Promise<void> {
  await context.touches.flush(context.store)
  context.ports.mailer.close()
  await context.database.destroy()
}
