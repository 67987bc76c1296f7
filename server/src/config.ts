import { resolve } from 'node:path'
import { checkAmount, isCurrency, minorUnits, parseMoney, type ParseMoneyOptions } from 'souk-contract'
import type { Book } from './money/ledger/accounts.ts'
import { forms } from './config-formats.ts'
import { day } from './lib/clock.ts'
import { isLoopbackHost } from './lib/network-addresses.ts'

/** The only reader of the environment: checked once at the start, then frozen. */
export interface Config {
  readonly host: string
  readonly port: number
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
  /** Folder of the built web app; undefined serves the API only. */
  readonly webDir: string | undefined
  readonly corsOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  readonly logLevel: string
  readonly operatorToken: string | undefined
  /** Assumed version of calls without A2A-Version; undefined means 0.3, as A2A specifies. */
  readonly a2aAssumeVersion: string | undefined
  /** Multiplies all rate limits. */
  readonly rateLimitScale: number
  /** `hand` stands still until an operator advances it; for tests, on loopback only. */
  readonly clock: 'system' | 'hand'
  /** Storage quotas of accounts, in bytes. */
  readonly storage: { readonly unverifiedBytes: number; readonly verifiedBytes: number }
  readonly space: SpaceLimits
  readonly settings: Settings
}

/** Which capabilities are requested for payout accounts at Stripe; `transfers-only` needs the approval of Stripe. */
const stripeOnboardings = ['card-payments', 'transfers-only'] as const
export type StripeOnboarding = (typeof stripeOnboardings)[number]

/** When the server stops accepting new data. */
export interface SpaceLimits {
  /** Least free space of the file system of `dataDir`, for the embedded PostgreSQL; 0 switches the check off. */
  readonly freeMinBytes: number
  /** Largest size of the database; undefined means no limit. */
  readonly databaseMaxBytes: number | undefined
}

/** The part of the configuration that operations can read. */
export interface Settings {
  /** Public scheme, host and port, without a trailing slash. */
  readonly origin: string
  readonly mailFrom: string
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
  /** Invitations to organizations that one person may send within a day, by whether their own address is verified. */
  readonly invitationsPerDay: { readonly verified: number; readonly unverified: number }
  /** Maximum number of open tasks between two agents. */
  readonly openTasksMax: number
}

export class ConfigError extends Error {}

const megabyte = 1_000_000

type Environment = Record<string, string | undefined>

export function readConfig(environment: Environment): Config {
  const read = reader(environment)
  const host = read.text('HOST') ?? 'localhost'
  const port = read.integer('PORT', { default: 4000, min: 0, max: 65_535 })
  const origin = read.origin('BASE_URL') ?? `http://${nameOf(host)}:${port}`
  const currency = read.currency('CURRENCY') ?? 'USD'
  const stripeKey = read.matching('STRIPE_SECRET_KEY', ...forms.stripeKey)
  const rateLimitScale = read.integer('RATE_LIMIT_SCALE', { default: 1, min: 1, max: 1_000_000 })
  const terminal = environment['CI'] === undefined && process.stdout.isTTY
  return Object.freeze({
    host,
    port,
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
    a2aAssumeVersion: read.text('A2A_ASSUME_VERSION'),
    rateLimitScale,
    clock: clockFor(read.oneOf('CLOCK', ['system', 'hand']), { host, origin }),
    storage: storageQuotas(read),
    space: spaceLimits(read),
    settings: Object.freeze({
      origin,
      currency,
      feeBps: read.integer('FEE_BPS', { default: 500, min: 0, max: 5000 }),
      minPrice: read.money('MIN_PRICE', currency) ?? minorUnits(1, currency),
      book: stripeKey === undefined ? 'sandbox' : bookOfKey(stripeKey),
      processor: stripeKey === undefined ? 'sandbox' : 'stripe',
      payoutCountry:
        read.matching('PAYOUT_COUNTRY', ...forms.country) ?? (stripeKey === undefined ? 'US' : undefined),
      earningsHoldMs:
        day *
        read.integer('EARNINGS_HOLD_DAYS', { default: stripeKey === undefined ? 0 : 7, min: 0, max: 90 }),
      invitationsPerDay: {
        verified:
          rateLimitScale * read.integer('INVITATIONS_PER_DAY', { default: 100, min: 0, max: 100_000 }),
        unverified:
          rateLimitScale *
          read.integer('INVITATIONS_PER_DAY_UNVERIFIED', { default: 3, min: 0, max: 100_000 }),
      },
      openTasksMax: read.integer('OPEN_TASKS_MAX', { default: 1000, min: 1, max: 1_000_000 }),
      mailFrom: read.text('MAIL_FROM') ?? `Souk <no-reply@${new URL(origin).hostname}>`,
    }),
  })
}

function reader(environment: Environment) {
  const text = (name: string) => environment[name]?.trim() || undefined
  const refuse = (name: string, expected: string): never => {
    throw new ConfigError(`${name} must be ${expected}. Correct it or remove it, then start again.`)
  }
  const url = (name: string, protocols: readonly string[]) => {
    const value = text(name)
    if (value === undefined) return undefined
    const valid = URL.canParse(value) && protocols.includes(new URL(value).protocol)
    return valid
      ? value
      : refuse(name, `a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`)
  }
  return {
    text,
    url,
    matching: (name: string, pattern: RegExp, expected: string) => {
      const value = text(name)
      return value === undefined || pattern.test(value) ? value : refuse(name, expected)
    },
    list: (name: string) =>
      text(name)
        ?.split(',')
        .map((item) => item.trim())
        .filter(Boolean) ?? [],
    integer: (name: string, range: { default: number; min: number; max: number }) => {
      const value = text(name)
      if (value === undefined) return range.default
      const number = Number(value)
      const valid = Number.isInteger(number) && number >= range.min && number <= range.max
      return valid ? number : refuse(name, `an integer from ${range.min} to ${range.max}`)
    },
    money: (name: string, currency: string) => {
      const value = text(name)
      return value === undefined ? undefined : amountIn(value, { field: name, currency })
    },
    currency: (name: string) => {
      const value = text(name)
      return value === undefined || isCurrency(value)
        ? value
        : refuse(name, 'a supported currency code such as USD, see docs/payments.md#currencies')
    },
    oneOf: <Word extends string>(name: string, allowed: readonly Word[]): Word | undefined => {
      const value = text(name)
      if (value === undefined) return undefined
      return allowed.find((word) => word === value) ?? refuse(name, `one of ${allowed.join(', ')}`)
    },
    origin: (name: string) => {
      const value = url(name, ['http:', 'https:'])
      if (value === undefined) return undefined
      const parsed = new URL(value)
      const bare = parsed.pathname === '/' && parsed.search === '' && parsed.hash === ''
      return bare ? parsed.origin : refuse(name, 'an origin without a path, such as https://souk.example.com')
    },
  }
}

/** Minor units of an amount in units of the currency. */
function amountIn(text: string, options: ParseMoneyOptions): number {
  const parsed = parseMoney(text, options)
  if ('problem' in parsed) throw new ConfigError(`${parsed.problem} ${parsed.hint} Then start again.`)
  const refused = checkAmount(options.field, { ...parsed, currency: options.currency }, 'internal')
  if (refused === undefined) return parsed.amount
  throw new ConfigError(`${refused.problem} Correct it or remove it, then start again.`)
}

function storageQuotas(read: ReturnType<typeof reader>): Config['storage'] {
  const range = { min: 1, max: 1_000_000 }
  return {
    unverifiedBytes: megabyte * read.integer('STORAGE_UNVERIFIED_MB', { default: 20, ...range }),
    verifiedBytes: megabyte * read.integer('STORAGE_VERIFIED_MB', { default: 2000, ...range }),
  }
}

function spaceLimits(read: ReturnType<typeof reader>): SpaceLimits {
  const max = 1_000_000_000
  const databaseMax = read.integer('DATABASE_MAX_MB', { default: 0, min: 0, max })
  return {
    freeMinBytes: megabyte * read.integer('STORAGE_FREE_MIN_MB', { default: 512, min: 0, max }),
    databaseMaxBytes: databaseMax === 0 ? undefined : megabyte * databaseMax,
  }
}

/** The host of a listen address in a URL. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Advancing the clock moves every deadline, so it is allowed on loopback only. */
function clockFor(name: string | undefined, at: { host: string; origin: string }): Config['clock'] {
  if (name !== 'hand') return 'system'
  if (isLoopbackHost(at.host) && isLoopbackHost(new URL(at.origin).hostname)) return 'hand'
  throw new ConfigError(
    'CLOCK=hand is for tests: set HOST and BASE_URL to localhost, or remove CLOCK, then start again.',
  )
}

/** The prefix of a Stripe key tells live from test mode. */
export function bookOfKey(stripeKey: string): Book {
  return /^(sk|rk)_live_/.test(stripeKey) ? 'live' : 'test'
}
