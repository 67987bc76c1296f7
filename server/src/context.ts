import { networkInterfaces } from 'node:os'
import type { Logger } from 'pino'
import { createAuthorityTail, type AuthorityTail } from './authority/changes.ts'
import { createLocalCounters, type LocalCounters } from './rate-limit/local-counters.ts'
import type { Config } from './config/config.ts'
import { openDatabase, type Database } from './db/pool.ts'
import { createStore, type Store } from './db/transact.ts'
import { createPubSub, type PubSub } from './node/pubsub.ts'
import { second, type Clock } from './lib/clock.ts'
import { isLoopbackHost } from './lib/network-addresses.ts'
import { createVault, type Vault } from './lib/secrets.ts'
import { createRowCache, type RowCache } from './node/row-cache.ts'
import { createMetrics, type Metrics } from './node/metrics.ts'
import { checkUrl, type EgressSettings } from './ports/egress/policy.ts'
import { createBlobStores } from './ports/blobs/create-blob-stores.ts'
import { createEgress } from './ports/egress/request.ts'
import type { Ports } from './ports/ports.ts'
import { createSyslog } from './ports/syslog/syslog.ts'
import { createVirusScanner } from './ports/virus-scanner/clamd.ts'
import { createMailer } from './ports/mailer.ts'
import { createProcessor } from './money/processor/create-processor.ts'
import { createPasswords, type PasswordCost } from './ports/passwords.ts'
import { createPresence, type Presence } from './node/presence.ts'
import { localWakeups, type OpenWakeups, type Wakeups } from './node/wakeups/wakeups.ts'
import { createRecordAttempt, type RecordAttempt } from './events/delivery/record-attempts.ts'
import { createDeliveryLimiter, type DeliveryLimiter } from './events/delivery/delivery-limiter.ts'
import { createLiveSettings, createPolicyWatch, type PolicyWatch } from './policy/live-settings.ts'
import { registerFigureMetrics } from './admin/figures/figure-metrics.ts'
import { registerRefusedPayoutMetrics } from './money/payouts/refused-metrics.ts'
import { registerLagMetrics } from './workers/lag-metrics.ts'
import { createLedgerWatch, type LedgerWatch } from './verification/ledger-watch.ts'
import { createStorageWatch, type StorageWatch } from './node/storage-watch.ts'
import { createLastUsedBuffer, type LastUsedBuffer } from './authority/flush-last-used.ts'

/** Long-lived parts of the node, created at start and closed at shutdown. */
export interface Context {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly vault: Vault
  readonly database: Database
  readonly store: Store
  readonly pubsub: PubSub
  readonly presence: Presence
  readonly rowCache: RowCache
  readonly policyWatch: PolicyWatch
  readonly authorityTail: AuthorityTail
  readonly localCounters: LocalCounters
  readonly wakeups: Wakeups
  readonly ports: Ports
  readonly metrics: Metrics
  readonly lastUsed: LastUsedBuffer
  readonly deliveryLimiter: DeliveryLimiter
  readonly recordAttempt: RecordAttempt
  readonly ledgerWatch: LedgerWatch
  readonly storageWatch: StorageWatch
  /** Aborts outgoing requests in flight. */
  readonly stopping: AbortController
}

interface ContextParts {
  config: Config
  clock: Clock
  log: Logger
  databaseUrl: string
  secretKey: string
  passwordCost: PasswordCost
  /** Wakeups between nodes; omitted on a single node. */
  openWakeups?: OpenWakeups
}

/** Metrics that are read from the database at each scrape. */
const storeMetrics = [registerFigureMetrics, registerLagMetrics, registerRefusedPayoutMetrics]

export async function createContext({
  config: given,
  clock,
  log,
  databaseUrl,
  secretKey,
  passwordCost,
  openWakeups = localWakeups,
}: ContextParts): Promise<Context> {
  const live = createLiveSettings(given.settings)
  const config = { ...given, settings: live.settings }
  const vault = createVault(secretKey, config.otherSecretKey)
  const metrics = createMetrics()
  const database = openPool({ config, databaseUrl, log, metrics })
  const passwords = createPasswords(passwordCost)
  measurePasswords(metrics, passwords)
  const rowCache = createRowCache()
  const pubsub = createPubSub(rowCache.invalidate)
  const presence = createPresence()
  const stopping = new AbortController()
  const egress = egressSettings(config)
  const checkUserUrl = (url: string) => checkUrl(url, egress)
  const fixed = { settings: config.settings, vault, presence, rowCache, checkUrl: checkUserUrl }
  const store = createStore({ database, clock, pubsub, fixed })
  const policyWatch = createPolicyWatch({ store, initial: given.settings.policy, apply: live.apply, log })
  pubsub.subscribe('policy', () => void policyWatch.read())
  for (const register of storeMetrics) register(metrics, store)
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.settings.mailFrom })
  const processor = await createProcessor({ config, store, vault, clock })
  return {
    config,
    clock,
    log,
    vault,
    database,
    store,
    pubsub,
    presence,
    rowCache,
    policyWatch,
    authorityTail: createAuthorityTail({ store, pubsub, log }),
    localCounters: createLocalCounters(),
    wakeups: openWakeups({ config, databaseUrl, database, log, onTopics: pubsub.publish }),
    ports: {
      passwords,
      mailer,
      processor,
      ...outgoingPorts({ settings: egress, clock, stopping: stopping.signal }),
      blobs: createBlobStores({ store, storageUrl: config.storageUrl, log }),
      ...optionalPorts(config),
    },
    metrics,
    lastUsed: createLastUsedBuffer(),
    deliveryLimiter: createDeliveryLimiter(),
    recordAttempt: createRecordAttempt(store),
    ledgerWatch: createLedgerWatch(store, { metrics, log }),
    storageWatch: createStorageWatch({ config, store, metrics, log }),
    stopping,
  }
}

function measurePasswords(metrics: Metrics, { waiting }: Ports['passwords']): void {
  metrics.gauge('souk_passwords_waiting', 'Number of sign-ins that wait for a password hash.', waiting)
}

function openPool({
  config,
  databaseUrl,
  log,
  metrics,
}: Pick<ContextParts, 'config' | 'databaseUrl' | 'log'> & { metrics: Metrics }): Database {
  return openDatabase({
    url: databaseUrl,
    connections: config.databaseConnections,
    onError: (error) => log.warn({ error: error.message }, 'idle database connection lost'),
    onStatement: metrics.statement,
  })
}

export async function closeContext(context: Context): Promise<void> {
  await context.wakeups.close()
  await context.deliveryLimiter.drain(2 * second)
  await context.lastUsed.flush(context.store)
  context.ports.mailer.close()
  await context.database.destroy()
  // Last, so that aborted deliveries are not recorded as failures; they are retried after the next start.
  context.stopping.abort()
}

function outgoingPorts(parts: Parameters<typeof createEgress>[0]): Pick<Ports, 'egress' | 'documents'> {
  const egress = createEgress(parts)
  return { egress, documents: egress }
}

function optionalPorts({ clamdUrl, auditStreams }: Config): Pick<Ports, 'virusScanner' | 'syslog'> {
  const { syslogUrl } = auditStreams
  return {
    virusScanner: clamdUrl === undefined ? undefined : createVirusScanner(clamdUrl),
    syslog: syslogUrl === undefined ? undefined : createSyslog(syslogUrl),
  }
}

/** Egress to loopback is allowed only if the server itself is reachable only from loopback. */
function egressSettings({
  host,
  port,
  databaseUrl,
  natsUrl,
  smtpUrl,
  storageUrl,
  settings,
}: Config): EgressSettings {
  const { origin: ownOrigin } = settings
  const services = [databaseUrl, natsUrl, smtpUrl, storageUrl].flatMap((url) =>
    url !== undefined && URL.canParse(url) ? [Number(new URL(url).port)] : [],
  )
  return {
    ownOrigin,
    ownPorts: [port, ...services],
    ownAddresses: Object.values(networkInterfaces()).flatMap((found = []) =>
      found.map(({ address }) => address),
    ),
    loopbackAllowed: isLoopbackHost(host) && isLoopbackHost(new URL(ownOrigin).hostname),
    httpAllowed: false,
  }
}
