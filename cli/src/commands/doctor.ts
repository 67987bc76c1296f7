/** Looks at a deployment from outside, and with the operator's token also from inside. */
import { isSoukError } from 'souk-sdk'
import { command } from '../engine/command.ts'
import { fieldsOf } from '../engine/fields.ts'
import type { Session } from '../engine/session.ts'
import { line, state, table, type Fields } from '../engine/views.ts'
import { operate } from './operator.ts'

export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'wrong'
  readonly says: string
  readonly mend?: string
}

const fields: Fields<Finding> = {
  check: ({ name }) => name,
  result: (finding) => state(finding.state),
  'what is so': ({ says }) => says,
  'what to do': ({ mend }) => mend ?? '',
}

const ok = (name: string, says: string): Finding => ({ name, state: 'ok', says })

export const doctor = command({
  name: 'doctor',
  does: 'Check a deployment, and say how to mend what is wrong',
  more: 'From outside it looks at the address, the certificate, the clock, the workers and the published keys. With OPERATOR_TOKEN the server also tells of its database, migrations, mail, payment processor and signing keys. It exits with 2 when something is wrong.',
  calls: ['getHealth', 'getReady'],
  example: 'souk doctor --url https://souk.example.com',
  run: async (session) => {
    const reachable = await checkReachable(session)
    const checks = reachable.state === 'wrong' ? [reachable] : [reachable, ...(await checkAll(session))]
    return { url: session.url, ok: checks.every((check) => check.state !== 'wrong'), checks }
  },
  shows: ({ ok: well, checks }) => [
    table(fields, checks, ''),
    line(well ? 'Nothing is wrong.' : 'Something is wrong.'),
  ],
  fails: ({ ok: well }) => !well,
})

async function checkAll(session: Session): Promise<Finding[]> {
  return [
    checkTls(session),
    await checkClock(session),
    await checkReady(session),
    await checkPublished(session, 'card keys', '/.well-known/jwks.json'),
    await checkPublished(session, 'webhook keys', '/.well-known/webhook-keys.json'),
    ...(await checkInside(session)),
  ]
}

async function checkReachable({ client, url }: Session): Promise<Finding> {
  try {
    await client.service.getHealth()
    return ok('reachable', `${url} answers.`)
  } catch (error) {
    const says =
      isSoukError(error) && error.status !== 0
        ? `${url} answers, but not as a Souk: ${error.message}`
        : `Nobody answers at ${url}.`
    const mend = 'Start the server with "souk serve", look at the proxy, or say where it is with --url.'
    return { name: 'reachable', state: 'wrong', says, mend }
  }
}

function checkTls({ url }: Session): Finding {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:') return ok('TLS', 'The connection is encrypted, and its certificate is good.')
  if (/^(localhost|127\.|\[::1\])/.test(hostname)) return ok('TLS', 'Not needed on this machine.')
  return {
    name: 'TLS',
    state: 'wrong',
    says: 'Tokens travel in the clear.',
    mend: 'Put a proxy with TLS in front.',
  }
}

async function checkClock({ url }: Session): Promise<Finding> {
  const name = 'clock skew'
  const started = Date.now()
  const response = await fetch(`${url}/api/health`)
  const told = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(told))
    return {
      name,
      state: 'warning',
      says: 'The server does not say what time it is.',
      mend: 'Let the proxy pass the Date header on.',
    }
  // The header has whole seconds, and the answer took a while.
  const seconds = Math.max(0, Math.abs((started + Date.now()) / 2 - told - 500) / 1000 - 0.5)
  const says = `This machine and the server are ${seconds.toFixed(1)} s apart.`
  if (seconds <= 5) return ok(name, says)
  return {
    name,
    state: seconds > 60 ? 'wrong' : 'warning',
    says,
    mend: 'Set both clocks by NTP: signatures and deadlines depend on them.',
  }
}

async function checkReady({ client }: Session): Promise<Finding> {
  try {
    const { database, workers, storage } = await client.service.getReady()
    if (storage === 'full')
      return {
        name: 'storage',
        state: 'wrong',
        says: 'Storage is full: the server refuses new data.',
        mend: 'Free disk space, or raise DATABASE_MAX_MB.',
      }
    return ok('workers', `${workers} workers run, and ${database} answers.`)
  } catch (error) {
    const says = isSoukError(error) ? error.message : String(error)
    return {
      name: 'workers',
      state: 'wrong',
      says,
      mend: 'Read the errors "worker failed" in the log of the server.',
    }
  }
}

async function checkPublished({ url }: Session, name: string, path: string): Promise<Finding> {
  const response = await fetch(`${url}${path}`).catch(() => undefined)
  const { keys } = fieldsOf(await response?.json().catch(() => undefined))
  if (Array.isArray(keys) && keys.length > 0) return ok(name, `${keys.length} at ${path}.`)
  return {
    name,
    state: 'wrong',
    says: `There are none at ${path}.`,
    mend: 'Let the proxy pass /.well-known on to the server.',
  }
}

interface Inside {
  readonly origin: string
  readonly checks: readonly Finding[]
}

async function checkInside(session: Session): Promise<Finding[]> {
  if ((session.environment['OPERATOR_TOKEN'] ?? '') === '') {
    session.note('Set OPERATOR_TOKEN to have the server look at itself, too.')
    return []
  }
  try {
    const { origin, checks } = await operate(session, { method: 'GET', path: 'doctor' }, isInside)
    return [...checks, await checkOrigin(session, origin)]
  } catch (error) {
    if (isSoukError(error, 'not-found')) return [closedToOperators]
    throw error
  }
}

const closedToOperators: Finding = {
  name: 'inside',
  state: 'warning',
  says: 'The server was started without OPERATOR_TOKEN, so it tells operators nothing.',
  mend: 'Start it with one.',
}

/** What links say must lead back here. */
async function checkOrigin({ url }: Session, origin: string): Promise<Finding> {
  const name = 'links'
  if (origin === url) return ok(name, 'The server knows its own address.')
  const response = await fetch(`${origin}/api/health`).catch(() => undefined)
  if (response?.ok === true) return ok(name, `Links point to ${origin}, which answers.`)
  return {
    name,
    state: 'wrong',
    says: `Links point to ${origin}, where nobody answers.`,
    mend: 'Set BASE_URL to the origin under which people reach the server.',
  }
}

function isInside(data: unknown): data is Inside {
  const { origin, checks } = fieldsOf(data)
  return typeof origin === 'string' && Array.isArray(checks)
}
