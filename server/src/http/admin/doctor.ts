/** What an operator should know about a deployment: facts into findings, each with the way to mend it. Pure. */
import type { Config } from '../../config.ts'
import { after, day } from '../../lib/clock.ts'
import { isLoopbackHost } from '../../lib/network-addresses.ts'
import type { Finding } from '../../money/processor/processor.ts'
import type { KeysInUse } from '../../secret-key.ts'
import type { DatabaseFacts } from './doctor-queries.ts'

export interface Facts {
  readonly config: Config
  readonly database: DatabaseFacts & { readonly roundTripMs: number }
  /** Names of the migrations that this code brings. */
  readonly migrations: readonly string[]
  /** What this node takes for the present. */
  readonly now: Date
  /** Why the keys that sign cards and webhooks cannot be used; null when they can. */
  readonly keysProblem: string | null
  readonly secretKey: SecretKeyFacts
}

/** Whether the secret key is being changed, and how far that is. */
export interface SecretKeyFacts {
  /** Fingerprint of the key of this node. */
  readonly own: string
  readonly hasOther: boolean
  readonly inUse: KeysInUse | undefined
}

export function diagnose(facts: Facts): Finding[] {
  return [
    judgeDatabase(facts),
    judgeMigrations(facts),
    judgeClock(facts),
    judgeMail(facts),
    judgeProcessor(facts),
    judgeKeys(facts),
    judgeSecretKey(facts),
    judgeEvents(facts),
    judgeBaseUrl(facts),
  ]
}

const ok = (name: string, says: string): Finding => ({ name, state: 'ok', says })

function judgeDatabase({ database: { version, roundTripMs } }: Facts): Finding {
  const says = `PostgreSQL ${version.split(' ')[0]} answers in ${Math.round(roundTripMs)} ms.`
  if (roundTripMs <= 50) return ok('database', says)
  const mend = 'Bring the database nearer to the server, or look at its load.'
  return { name: 'database', state: 'warning', says, mend }
}

function judgeMigrations({ database, migrations }: Facts): Finding {
  const strangers = database.migrations.filter((name) => !migrations.includes(name))
  const missing = migrations.filter((name) => !database.migrations.includes(name))
  if (strangers.length + missing.length === 0)
    return ok('migrations', `All ${migrations.length} are applied.`)
  const says =
    strangers.length > 0
      ? `The database has migrations that this version does not know: ${strangers.join(', ')}.`
      : `Not applied: ${missing.join(', ')}.`
  return {
    name: 'migrations',
    state: 'wrong',
    says,
    mend: 'Give every node the same version, and start them again.',
  }
}

function judgeClock({ database, now }: Facts): Finding {
  const skewMs = Math.abs(now.getTime() - database.now.getTime())
  const says = `The clocks of this node and of the database are ${(skewMs / 1000).toFixed(1)} s apart.`
  if (skewMs <= 2000) return ok('clock', says)
  const state = skewMs > 30_000 ? 'wrong' : 'warning'
  return { name: 'clock', state, says, mend: 'Keep the clocks of all machines together with NTP.' }
}

function judgeMail({ config, database: { lettersFailed, lettersLate } }: Facts): Finding {
  const name = 'mail'
  if (lettersFailed > 0) {
    const says = `${lettersFailed} letters of the last seven days could not be sent.`
    return {
      name,
      state: 'wrong',
      says,
      mend: 'Read the warnings "mail not sent" in the log, and correct SMTP_URL.',
    }
  }
  if (lettersLate > 0) {
    const says = `${lettersLate} letters wait for another attempt.`
    return { name, state: 'warning', says, mend: 'Read the warnings "mail not sent" in the log.' }
  }
  if (config.smtpUrl !== undefined) return ok(name, 'Mail is sent by SMTP, and nothing waits.')
  if (isLocal(config)) return ok(name, 'Mail stays in the local mailbox.')
  const says = 'Mail stays in the local mailbox, where people outside cannot read it.'
  return { name, state: 'warning', says, mend: 'Set SMTP_URL.' }
}

function judgeProcessor({ config, database: { processorEventsLate } }: Facts): Finding {
  const name = 'processor'
  const { processor, book } = config.settings
  if (processorEventsLate > 0) {
    const says = `${processorEventsLate} events of the payment processor wait for more than five minutes.`
    return {
      name,
      state: 'wrong',
      says,
      mend: 'Read the errors of the worker "processor-events" in the log.',
    }
  }
  if (processor === 'stripe' && config.stripeWebhookSecrets.length === 0) {
    const says = 'Stripe is set up, and what it reports cannot be believed.'
    return { name, state: 'wrong', says, mend: 'Set STRIPE_WEBHOOK_SECRETS to the secrets of its endpoints.' }
  }
  if (processor === 'stripe')
    return ok(name, `Stripe moves ${book === 'live' ? 'real money' : 'test money'}.`)
  if (isLocal(config) && !config.production) return ok(name, 'The sandbox moves play money.')
  const says = 'The sandbox moves play money, and strangers can reach it.'
  return { name, state: 'warning', says, mend: 'Set STRIPE_SECRET_KEY when money is to be real.' }
}

function judgeKeys({ keysProblem }: Facts): Finding {
  const name = 'signing keys'
  if (keysProblem === null) return ok(name, 'Cards and webhooks can be signed.')
  const says = `The keys that sign cards and webhooks cannot be used: ${keysProblem}`
  return {
    name,
    state: 'wrong',
    says,
    mend: 'Start the server with the SECRET_KEY that the database was set up with.',
  }
}

function judgeSecretKey({ secretKey: { own, hasOther, inUse }, now }: Facts): Finding {
  const name = 'secret key'
  const warning = (says: string, mend: string): Finding => ({ name, state: 'warning', says, mend })
  if (inUse !== undefined && inUse.next !== null && inUse.next !== own) {
    return warning(
      'Another node has begun to change the secret key, and this one still seals with the key before.',
      'Start this node with the new SECRET_KEY, and with the old one as OTHER_SECRET_KEY.',
    )
  }
  if (inUse !== undefined && inUse.next !== null) {
    return warning('The secret key is being changed: what the old one has sealed is sealed again.', 'Wait.')
  }
  if (!hasOther) return ok(name, 'One secret key opens everything.')
  const until = after(inUse?.since ?? now, day)
  const wait =
    now < until ? ` after ${until.toISOString()}, because answers to repeated calls are kept for a day` : ''
  return warning(
    'Nothing that lasts is sealed with OTHER_SECRET_KEY.',
    `If it is the new key, make it SECRET_KEY. If it is the old one, remove it${wait}.`,
  )
}

function judgeEvents({ database: { eventsLate } }: Facts): Finding {
  const name = 'events'
  if (eventsLate === 0) return ok(name, 'What happens is told at once.')
  const says = `${eventsLate} events wait for more than a minute.`
  return { name, state: 'wrong', says, mend: 'Read the errors of the worker "event-relay" in the log.' }
}

function judgeBaseUrl({ config }: Facts): Finding {
  const name = 'base URL'
  const { origin } = config.settings
  const says = `Links point to ${origin}.`
  if (isLoopbackHost(new URL(origin).hostname)) {
    if (isLoopbackHost(config.host)) return ok(name, says)
    return {
      name,
      state: 'warning',
      says,
      mend: 'Set BASE_URL to the origin under which people reach the server.',
    }
  }
  if (origin.startsWith('https://')) return ok(name, says)
  return { name, state: 'warning', says, mend: 'Put TLS in front, and set BASE_URL to the https origin.' }
}

/** Whether only this machine can reach the server. */
function isLocal({ host, settings }: Config): boolean {
  return isLoopbackHost(host) && isLoopbackHost(new URL(settings.origin).hostname)
}
