import { pino, type Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { closeContext, createContext } from './context.ts'
import { launchEmbedded } from './db/embedded/launch.ts'
import { migrate } from './db/migrate.ts'
import { saveStorageLimits } from './db/storage-limits.ts'
import { openPostgresWakeups } from './node/wakeups/postgres.ts'
import { servesMailbox } from './http/receive/local-requests.ts'
import { manualClock, systemClock, type Clock } from './lib/clock.ts'
import { openNatsWakeups } from './node/wakeups/nats.ts'
import { defaultPasswordCost } from './ports/passwords.ts'
import { loadSecretKey, requireSameSecretKey } from './secret-key/secret-key.ts'
import type { WakeupParts, Wakeups } from './node/wakeups/wakeups.ts'
import { workersOf } from './workers/index.ts'
import { startWorkers, type RunningWorkers } from './workers/loop.ts'

export interface Running {
  readonly address: string
  readonly database: string
  readonly mailbox: string
  /** Resolves when the embedded PostgreSQL exits unexpectedly. */
  readonly databaseLost: Promise<unknown>
  stop(): Promise<void>
}

/** Starts all parts in order of their dependencies; `stop` stops them in reverse. */
export async function start(config: Config, clock: Clock = clockOf(config)): Promise<Running> {
  const cleanups: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of cleanups.splice(0).toReversed()) await close()
  }
  try {
    const log = createLogger(config)
    const found = await findDatabase(config)
    cleanups.push(found.stop)
    const secretKey = await loadSecretKey(config, found.url)
    const context = await createContext({
      config,
      clock,
      log,
      databaseUrl: found.url,
      secretKey: secretKey.value,
      passwordCost: defaultPasswordCost,
      openWakeups,
    })
    cleanups.push(() => closeContext(context))
    await migrate(context.database)
    await saveStorageLimits(context.database, context.config)
    await context.policyWatch.read()
    await requireSameSecretKey(context.store).catch(async (error: unknown) => {
      await secretKey.discard()
      throw error
    })
    let workers: RunningWorkers | undefined
    const app = await buildApp(context, { workers: () => workers })
    workers = startWorkers(workersOf(context), context)
    cleanups.push(workers.stop)
    cleanups.push(() => app.close())
    await app.listen({ host: config.host, port: config.port })
    return {
      address: config.settings.origin,
      database: found.label,
      mailbox: mailboxOf(config),
      databaseLost: found.lost,
      stop,
    }
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
}

function mailboxOf(config: Config): string {
  if (servesMailbox(config)) return `${config.settings.origin}/dev/mail`
  return config.smtpUrl === undefined
    ? 'not served here: set SMTP_URL to send mail'
    : 'none: email is sent over SMTP'
}

function clockOf({ clock }: Config): Clock {
  return clock === 'manual' ? manualClock(systemClock.now()) : systemClock
}

/** Wakeups use NATS if it is configured, otherwise PostgreSQL. */
function openWakeups(parts: WakeupParts): Wakeups {
  const { natsUrl } = parts.config
  return natsUrl === undefined ? openPostgresWakeups(parts) : openNatsWakeups(natsUrl, parts)
}

interface FoundDatabase {
  url: string
  label: string
  lost: Promise<unknown>
  stop: () => Promise<void>
}

async function findDatabase(config: Config): Promise<FoundDatabase> {
  if (config.databaseUrl !== undefined) {
    return {
      url: config.databaseUrl,
      label: `PostgreSQL at ${withoutSecrets(config.databaseUrl)}`,
      lost: new Promise(() => undefined),
      stop: async () => undefined,
    }
  }
  const embedded = await launchEmbedded({ dataDir: config.dataDir })
  return {
    url: embedded.url,
    label: `PostgreSQL ${embedded.version}, embedded, in ${config.dataDir}`,
    lost: embedded.exited,
    stop: embedded.stop,
  }
}

/** Host and database name only, without user, password and options. */
function withoutSecrets(url: string): string {
  return url
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(/\?.*$/, '')
}

/** Headers and bodies are never logged. Redacting these names is a second defense against logged tokens. */
function createLogger({ logLevel }: Config): Logger {
  return pino({
    level: logLevel,
    base: null,
    redact: [
      'authorization',
      'token',
      'secret',
      'password',
      '*.authorization',
      '*.token',
      '*.secret',
      '*.password',
    ],
  })
}
