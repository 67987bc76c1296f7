/** Turns facts about a deployment into findings with a remedy each. Pure. */
import type { Finding } from 'souk-contract'
import type { Config } from '../config/config.ts'
import { after, day } from '../lib/clock.ts'
import { isLoopbackHost } from '../lib/network-addresses.ts'
import type { KeysInUse } from '../secret-key/queries.ts'
import type { DatabaseFacts } from './doctor-queries.ts'

export interface Facts {
  readonly config: Config
  readonly database: DatabaseFacts & { readonly roundTripMs: number }
  /** Names of the migrations of this version. */
  readonly migrations: readonly string[]
  /** Current time of this node. */
  readonly now: Date
  /** Why the signing keys of cards and webhooks cannot be used; null if they can. */
  readonly keysProblem: string | null
  readonly secretKey: SecretKeyFacts
  /** When the certificate of the port expires, or why its file is unusable; null without TLS. */
  readonly certificate: Date | string | null
}

/** Progress of a change of the secret key. */
export interface SecretKeyFacts {
  /** Fingerprint of the key of this node. */
  readonly own: string
  readonly hasOther: boolean
  readonly inUse: KeysInUse | undefined
}

export function diagnose(facts: Facts): Finding[] {
  return [
    checkDatabase(facts),
    checkMigrations(facts),
    checkClock(facts),
    checkMail(facts),
    checkProcessor(facts),
    checkKeys(facts),
    checkSecretKey(facts),
    checkEvents(facts),
    checkFiles(facts),
    checkScanner(facts),
    checkBaseUrl(facts),
    checkCertificate(facts),
  ]
}

const ok = (name: string, detail: string): Finding => ({ name, state: 'ok', detail })

function checkDatabase({ database: { version, roundTripMs } }: Facts): Finding {
  const detail = `PostgreSQL ${version.split(' ')[0]} responds in ${Math.round(roundTripMs)} ms.`
  if (roundTripMs <= 50) return ok('database', detail)
  const nextStep = 'Move the database closer to the server, or check its load.'
  return { name: 'database', state: 'warning', detail, nextStep }
}

function checkMigrations({ database, migrations }: Facts): Finding {
  const strangers = database.migrations.filter((name) => !migrations.includes(name))
  const missing = migrations.filter((name) => !database.migrations.includes(name))
  if (strangers.length + missing.length === 0)
    return ok('migrations', `All ${migrations.length} are applied.`)
  const detail =
    strangers.length > 0
      ? `The database has migrations that are unknown to this version: ${strangers.join(', ')}.`
      : `Not applied: ${missing.join(', ')}.`
  return {
    name: 'migrations',
    state: 'error',
    detail,
    nextStep: 'Run the same version on every node, then restart them.',
  }
}

function checkClock({ database, now }: Facts): Finding {
  const skewMs = Math.abs(now.getTime() - database.now.getTime())
  const detail = `The clocks of this node and of the database are ${(skewMs / 1000).toFixed(1)} s apart.`
  if (skewMs <= 2000) return ok('clock', detail)
  const state = skewMs > 30_000 ? 'error' : 'warning'
  return { name: 'clock', state, detail, nextStep: 'Synchronize the clocks of all machines with NTP.' }
}

function checkMail({ config, database: { mailsFailed, mailsLate } }: Facts): Finding {
  const name = 'mail'
  if (mailsFailed > 0) {
    const detail = `${mailsFailed} emails of the last seven days could not be sent.`
    return {
      name,
      state: 'error',
      detail,
      nextStep: 'Read the warnings "mail not sent" in the log, and correct SMTP_URL.',
    }
  }
  if (mailsLate > 0) {
    const detail = `${mailsLate} emails are waiting for a retry.`
    return { name, state: 'warning', detail, nextStep: 'Read the warnings "mail not sent" in the log.' }
  }
  if (config.smtpUrl !== undefined) return ok(name, 'Email is sent over SMTP; none is waiting.')
  if (isLocal(config)) return ok(name, 'Email is delivered to the local mailbox.')
  const detail = 'Email is delivered to the local mailbox, which remote users cannot read.'
  return { name, state: 'warning', detail, nextStep: 'Set SMTP_URL.' }
}

function checkProcessor({ config, database: { processorEventsLate } }: Facts): Finding {
  const name = 'processor'
  const { processor, book } = config.settings
  if (processorEventsLate > 0) {
    const detail = `${processorEventsLate} events of the payment processor have been waiting for more than five minutes.`
    return {
      name,
      state: 'error',
      detail,
      nextStep: 'Read the errors of the worker "processor-events" in the log.',
    }
  }
  if (processor === 'stripe' && config.stripeWebhookSecrets.length === 0) {
    const detail = 'Stripe is configured without webhook secrets, so its events cannot be verified.'
    return {
      name,
      state: 'error',
      detail,
      nextStep: 'Set STRIPE_WEBHOOK_SECRETS to the secrets of its endpoints.',
    }
  }
  if (processor === 'stripe')
    return ok(name, `Stripe moves ${book === 'live' ? 'real money' : 'test money'}.`)
  if (isLocal(config) && !config.production) return ok(name, 'The sandbox moves play money.')
  const detail = 'The sandbox moves play money, and the server is publicly reachable.'
  return { name, state: 'warning', detail, nextStep: 'Set STRIPE_SECRET_KEY to use real money.' }
}

function checkKeys({ keysProblem }: Facts): Finding {
  const name = 'signing keys'
  if (keysProblem === null) return ok(name, 'The signing keys of cards and webhooks are usable.')
  const detail = `The signing keys of cards and webhooks cannot be used: ${keysProblem}`
  return {
    name,
    state: 'error',
    detail,
    nextStep: 'Start the server with the SECRET_KEY that the database was set up with.',
  }
}

function checkSecretKey({ secretKey: { own, hasOther, inUse }, now }: Facts): Finding {
  const name = 'secret key'
  const warning = (detail: string, nextStep: string): Finding => ({
    name,
    state: 'warning',
    detail,
    nextStep,
  })
  if (inUse !== undefined && inUse.next !== null && inUse.next !== own) {
    return warning(
      'Another node has started to change the secret key, and this node still encrypts with the old key.',
      'Start this node with the new SECRET_KEY, and with the old one as OTHER_SECRET_KEY.',
    )
  }
  if (inUse !== undefined && inUse.next !== null) {
    return warning(
      'The secret key is being changed: stored secrets are being re-encrypted.',
      'Wait until this finding is gone.',
    )
  }
  if (!hasOther) return ok(name, 'All stored secrets use one secret key.')
  const until = after(inUse?.since ?? now, day)
  const wait =
    now < until
      ? ` after ${until.toISOString()}, because stored replies of idempotent calls are kept for a day`
      : ''
  return warning(
    'No stored secret uses OTHER_SECRET_KEY.',
    `If it is the new key, make it SECRET_KEY. If it is the old one, remove it${wait}.`,
  )
}

function checkEvents({ database: { eventsLate } }: Facts): Finding {
  const name = 'events'
  if (eventsLate === 0) return ok(name, 'Events are relayed without delay.')
  const detail = `${eventsLate} events have been waiting for more than a minute.`
  return { name, state: 'error', detail, nextStep: 'Read the errors of the worker "event-relay" in the log.' }
}

function checkFiles({ config: { storageUrl }, database: { hasRemoteFiles } }: Facts): Finding {
  const name = 'files'
  if (storageUrl !== undefined) return ok(name, 'New files are stored in object storage.')
  if (!hasRemoteFiles) return ok(name, 'Files are stored in PostgreSQL.')
  return {
    name,
    state: 'error',
    detail: 'Object storage holds files, but this node has no STORAGE_URL and cannot read them.',
    nextStep: 'Set STORAGE_URL. To stop using object storage, first run: souk admin files move --to postgres',
  }
}

function checkScanner({ config: { clamdUrl }, database: { scansFailing, scanProblem } }: Facts): Finding {
  const name = 'virus scanner'
  if (clamdUrl === undefined) return ok(name, 'None is configured, so files are not scanned.')
  if (scansFailing === 0) return ok(name, 'clamd scans new files; none waits for a retry.')
  return {
    name,
    state: 'error',
    detail: `${scansFailing} files cannot be downloaded, because scanning them fails: ${scanProblem ?? ''}.`,
    nextStep: 'Check that clamd runs at CLAMD_URL, and that its StreamMaxLength is not below MAX_FILE_BYTES.',
  }
}

function checkBaseUrl({ config }: Facts): Finding {
  const name = 'base URL'
  const { origin } = config.settings
  const detail = `Links point to ${origin}.`
  if (isLoopbackHost(new URL(origin).hostname)) {
    if (isLoopbackHost(config.host)) return ok(name, detail)
    return {
      name,
      state: 'warning',
      detail,
      nextStep: 'Set BASE_URL to the origin under which people reach the server.',
    }
  }
  if (origin.startsWith('https://')) return ok(name, detail)
  return {
    name,
    state: 'warning',
    detail,
    nextStep:
      'Set TLS_CERT_FILE and TLS_KEY_FILE, or put TLS in front, and set BASE_URL to the https origin.',
  }
}

/** Renewals usually happen 30 days before the expiry, so fewer days mean that they fail. */
const certificateWarningMs = 14 * day

function checkCertificate({ certificate, now }: Facts): Finding {
  const name = 'certificate'
  const nextStep =
    'Renew the certificate in TLS_CERT_FILE; the server uses it within a minute, without a restart.'
  if (certificate === null) return ok(name, 'None is configured, so the port serves HTTP.')
  if (typeof certificate === 'string') return { name, state: 'error', detail: certificate, nextStep }
  const date = certificate.toISOString().slice(0, 10)
  if (certificate <= now) return { name, state: 'error', detail: `It expired on ${date}.`, nextStep }
  const detail = `It expires on ${date}.`
  return certificate > after(now, certificateWarningMs)
    ? ok(name, detail)
    : { name, state: 'warning', detail, nextStep }
}

/** Whether only this machine can reach the server. */
function isLocal({ host, settings }: Config): boolean {
  return isLoopbackHost(host) && isLoopbackHost(new URL(settings.origin).hostname)
}
