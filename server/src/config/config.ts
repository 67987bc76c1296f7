import { resolve } from 'node:path'
import { minorUnits, type Policy } from 'souk-contract'
import type { AuditStreams } from '../audit/stream/streams.ts'
import type { StoreName } from '../db/tables/file-tables.ts'
import type { Book } from '../money/ledger/accounts.ts'
import { certificateFiles, requireHttps, type CertificateFiles } from './certificate.ts'
import { clockFor } from './clock.ts'
import { forms } from './formats.ts'
import { nameOf } from './address.ts'
import type { SpaceLimits } from './space.ts'
import { createConfigReader, type ConfigReader, type Environment } from './reader.ts'
import { day } from '../lib/clock.ts'
import { parseMailbox } from '../mails/mailbox.ts'
import { readTemplateFiles, type TemplateFiles } from '../mails/texts/template-files.ts'
import { initialPolicy } from '../policy/initial-policy.ts'

/** The only reader of the environment: checked once at the start, then frozen. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Certificate and key of the port; undefined means plain HTTP. */
  readonly tls: CertificateFiles | undefined
  readonly dataDir: string
  /** Undefined means the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  readonly secretKey: string | undefined
  /** Previous or next secret key, while the key is being changed. */
  readonly otherSecretKey: string | undefined
  readonly smtpUrl: string | undefined
  /** Undefined means wakeups through PostgreSQL. */
  readonly natsUrl: string | undefined
  /** Undefined means the sandbox. */
  readonly stripeKey: string | undefined
  readonly stripeWebhookSecrets: readonly string[]
  readonly stripeOnboarding: StripeOnboarding
  readonly production: boolean
  /** Folder of the built web app; undefined serves only the API. */
  readonly webDir: string | undefined
  readonly corsOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  readonly logLevel: string
  readonly operatorToken: string | undefined
  /** Addresses of people who are admins once verified. */
  readonly operatorEmails: readonly string[]
  /** Assumed version of calls without A2A-Version; undefined means 0.3, as A2A specifies. */
  readonly a2aAssumeVersion: string | undefined
  /** Agent of gRPC calls that name neither a tenant nor a task. */
  readonly grpcDefaultAgent: string | undefined
  /** Multiplies all rate limits. */
  readonly rateLimitScale: number
  /** `manual` stands still until an operator advances it; only for tests on loopback. */
  readonly clock: 'system' | 'manual'
  /** Storage quotas of accounts, in bytes. */
  readonly storage: { readonly unverifiedBytes: number; readonly verifiedBytes: number }
  /** Object storage of files, with its credentials; undefined means PostgreSQL. */
  readonly storageUrl: string | undefined
  /** clamd, which scans files for viruses; undefined means no scanner. */
  readonly clamdUrl: string | undefined
  readonly auditStreams: AuditStreams
  readonly space: SpaceLimits
  readonly settings: Settings
}

/** Which capabilities are requested for payout accounts at Stripe; `transfers-only` needs the approval of Stripe. */
const stripeOnboardings = ['card-payments', 'transfers-only'] as const
export type StripeOnboarding = (typeof stripeOnboardings)[number]

/** The part of the configuration that operations can read. The stored policy replaces some of it at run time. */
export interface Settings {
  /** Rules that operators change at run time. */
  readonly policy: Policy
  /** Public scheme, host and port, without a trailing slash. */
  readonly origin: string
  /** Address of the sender of mails; the policy has its name. */
  readonly mailFrom: string
  /** An operator's own mail templates. */
  readonly mailTemplates: TemplateFiles
  /** Notification emails per person and day, for each allowance. */
  readonly mailsPerDay: number
  /** Currency of the marketplace. */
  readonly currency: string
  /** Platform fee on settled work, in basis points. */
  readonly feeBps: number
  /** Minimum price of paid work, in minor units. */
  readonly minPrice: number
  /** Ledger book, which follows from the processor and its key. */
  readonly book: Book
  readonly processor: 'sandbox' | 'stripe'
  /** The country of payout accounts whose owner names none; undefined means that owners must name one. */
  readonly payoutCountry: string | undefined
  /** Time before earnings can be paid out. */
  readonly earningsHoldMs: number
  /** Invitations to organizations that one person may send per day, by whether their own address is verified. */
  readonly invitationsPerDay: { readonly verified: number; readonly unverified: number }
  /** Maximum number of open tasks between two agents. */
  readonly openTasksMax: number
  /** Largest size of an uploaded file. */
  readonly fileBytesMax: number
  /** Where new files are stored. */
  readonly fileStore: StoreName
  /** Largest number of pixels of an uploaded image. */
  readonly imagePixelsMax: number
  /** Whether a virus scanner checks files before others can download them. */
  readonly scansFiles: boolean
}

const megabyte = 1_000_000

export function readConfig(environment: Environment): Config {
  const read = createConfigReader(environment)
  const { origin, ...address } = addressOf(read)
  const currency = read.currency('CURRENCY') ?? 'USD'
  const stripeKey = read.matching('STRIPE_SECRET_KEY', ...forms.stripeKey)
  const rateLimitScale = read.integer('RATE_LIMIT_SCALE', { default: 1, min: 1, max: 1_000_000 })
  const terminal = environment['CI'] === undefined && process.stdout.isTTY
  return Object.freeze({
    ...address,
    dataDir: resolve(read.text('DATA_DIR') ?? 'data'),
    databaseUrl: read.matching('DATABASE_URL', ...forms.postgres),
    databaseConnections: read.integer('DATABASE_CONNECTIONS', { default: 16, min: 2, max: 1000 }),
    secretKey: read.matching('SECRET_KEY', ...forms.secret),
    otherSecretKey: read.matching('OTHER_SECRET_KEY', ...forms.secret),
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    natsUrl: read.matching('NATS_URL', ...forms.nats),
    stripeKey,
    stripeWebhookSecrets: read.list('STRIPE_WEBHOOK_SECRETS'),
    stripeOnboarding: read.oneOf('STRIPE_ONBOARDING', stripeOnboardings) ?? 'card-payments',
    production: read.text('NODE_ENV') === 'production',
    webDir: read.text('WEB_DIR'),
    corsOrigins: read.list('CORS_ORIGINS'),
    trustProxy: read.list('TRUST_PROXY'),
    logLevel:
      read.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent']) ??
      (terminal ? 'warn' : 'info'),
    operatorToken: read.matching('OPERATOR_TOKEN', ...forms.secret),
    operatorEmails: read.list('OPERATOR_EMAILS'),
    a2aAssumeVersion: read.text('A2A_ASSUME_VERSION'),
    grpcDefaultAgent: read.text('GRPC_DEFAULT_AGENT'),
    rateLimitScale,
    clock: clockFor(read.oneOf('CLOCK', ['system', 'manual']), { host: address.host, origin }),
    storage: storageQuotas(read),
    storageUrl: read.url('STORAGE_URL', ['http:', 'https:']),
    clamdUrl: read.matching('CLAMD_URL', ...forms.clamd),
    auditStreams: auditReceivers(read),
    space: spaceLimits(read),
    settings: Object.freeze({
      origin,
      currency,
      ...policySettings(read, currency, rateLimitScale),
      book: stripeKey === undefined ? 'sandbox' : bookOfKey(stripeKey),
      processor: stripeKey === undefined ? 'sandbox' : 'stripe',
      payoutCountry:
        read.matching('PAYOUT_COUNTRY', ...forms.country) ?? (stripeKey === undefined ? 'US' : undefined),
      earningsHoldMs:
        day *
        read.integer('EARNINGS_HOLD_DAYS', { default: stripeKey === undefined ? 0 : 7, min: 0, max: 90 }),
      ...fileSettings(read),
      mailTemplates: readTemplateFiles(read.text('MAIL_TEMPLATES')),
      mailFrom: parseMailbox(read.text('MAIL_FROM') ?? `no-reply@${new URL(origin).hostname}`).address,
    }),
  })
}

function auditReceivers(read: ConfigReader): AuditStreams {
  return {
    syslogUrl: read.matching('AUDIT_SYSLOG_URL', ...forms.syslog),
    webhookUrl: read.url('AUDIT_WEBHOOK_URL', ['https:', 'http:']),
    webhookSecret: read.matching('AUDIT_WEBHOOK_SECRET', ...forms.webhookSecret),
  }
}

/** Values of the environment that are the initial policy. */
function policySettings(read: ConfigReader, currency: string, rateLimitScale: number) {
  const invitationsPerDay = invitationLimits(read, rateLimitScale)
  const storage = storageQuotas(read)
  const { fileBytesMax } = fileSettings(read)
  const given = {
    feeBps: read.integer('FEE_BPS', { default: 500, min: 0, max: 5000 }),
    minPrice: read.money('MIN_PRICE', currency) ?? minorUnits(1, currency),
    openTasksMax: read.integer('OPEN_TASKS_MAX', { default: 1000, min: 1, max: 1_000_000 }),
    mailsPerDay: read.integer('MAILS_PER_DAY', { default: 50, min: 1, max: 10_000 }),
  }
  const policy = initialPolicy({
    ...given,
    fileBytesMax,
    storageBytes: storage.verifiedBytes,
    storageBytesUnverified: storage.unverifiedBytes,
    invitationsPerDay: invitationsPerDay.verified,
    mailSender: parseMailbox(read.text('MAIL_FROM') ?? '').name,
  })
  return { ...given, invitationsPerDay, policy }
}

function invitationLimits(read: ConfigReader, scale: number): Settings['invitationsPerDay'] {
  const range = { min: 0, max: 100_000 }
  return {
    verified: scale * read.integer('INVITATIONS_PER_DAY', { default: 100, ...range }),
    unverified: scale * read.integer('INVITATIONS_PER_DAY_UNVERIFIED', { default: 3, ...range }),
  }
}

function fileSettings(
  read: ConfigReader,
): Pick<Settings, 'fileBytesMax' | 'fileStore' | 'imagePixelsMax' | 'scansFiles'> {
  const range = { min: 1, max: 1_000_000_000_000 }
  return {
    fileBytesMax: read.integer('MAX_FILE_BYTES', { default: 100 * megabyte, ...range }),
    fileStore: read.text('STORAGE_URL') === undefined ? 'postgres' : 's3',
    imagePixelsMax: read.integer('MAX_IMAGE_PIXELS', { default: 50_000_000, min: 1, max: 1_000_000_000 }),
    scansFiles: read.text('CLAMD_URL') !== undefined,
  }
}

function storageQuotas(read: ConfigReader): Config['storage'] {
  const range = { min: 1, max: 1_000_000 }
  return {
    unverifiedBytes: megabyte * read.integer('STORAGE_UNVERIFIED_MB', { default: 20, ...range }),
    verifiedBytes: megabyte * read.integer('STORAGE_VERIFIED_MB', { default: 2000, ...range }),
  }
}

/** Where the server listens, and the public origin, which follows from it by default. */
function addressOf(read: ConfigReader): Pick<Config, 'host' | 'port' | 'tls'> & Pick<Settings, 'origin'> {
  const host = read.text('HOST') ?? 'localhost'
  const port = read.integer('PORT', { default: 4000, min: 0, max: 65_535 })
  const tls = certificateFiles(read.text('TLS_CERT_FILE'), read.text('TLS_KEY_FILE'))
  const scheme = tls === undefined ? 'http' : 'https'
  const origin = read.origin('BASE_URL') ?? `${scheme}://${nameOf(host)}:${port}`
  if (tls !== undefined) requireHttps(origin)
  return { host, port, tls, origin }
}

function spaceLimits(read: ConfigReader): SpaceLimits {
  const max = 1_000_000_000
  const databaseMax = read.integer('DATABASE_MAX_MB', { default: 0, min: 0, max })
  return {
    freeMinBytes: megabyte * read.integer('STORAGE_FREE_MIN_MB', { default: 512, min: 0, max }),
    databaseMaxBytes: databaseMax === 0 ? undefined : megabyte * databaseMax,
  }
}

/** The prefix of a Stripe key tells live from test mode. */
export function bookOfKey(stripeKey: string): Book {
  return /^(sk|rk)_live_/.test(stripeKey) ? 'live' : 'test'
}
