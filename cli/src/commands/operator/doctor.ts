/** Checks a deployment from outside and, with the operator token, from inside. */
import type { Finding } from 'souk-contract'
import { isSoukError } from 'souk-sdk'
import { command } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { propertiesOf } from '../../engine/objects.ts'
import { line, state, table, type Fields } from '../../terminal/views.ts'
import { asOperator, operatorTokenOf } from './admin-api.ts'

const fields: Fields<Finding> = {
  check: ({ name }) => name,
  result: (finding) => state(finding.state),
  finding: (finding) => finding.detail,
  'next step': (finding) => finding.nextStep ?? '',
}

const ok = (name: string, text: string): Finding => ({ name, state: 'ok', detail: text })

const problem =
  (severity: 'warning' | 'error') =>
  (name: string, [text, nextStep]: readonly [text: string, nextStep: string]): Finding => ({
    name,
    state: severity,
    detail: text,
    nextStep: nextStep,
  })
const warning = problem('warning')
const wrong = problem('error')

export const doctor = command({
  name: 'doctor',
  summary: 'Check a deployment and suggest fixes',
  description:
    'Checks the address, the certificate, the clock, the workers and the published keys. For operators, the server also checks its database, migrations, email, payment processor and signing keys. Exits with code 2 if a check fails.',
  operations: ['getHealth', 'getReady', 'checkDeployment'],
  example: 'souk doctor --url https://souk.example.com',
  run: async (context) => {
    const reachable = await checkReachable(context)
    const checks = reachable.state === 'error' ? [reachable] : [reachable, ...(await checkAll(context))]
    return { url: context.url, ok: checks.every((check) => check.state !== 'error'), checks }
  },
  render: ({ ok: passed, checks }) => [
    table(fields, checks, ''),
    line(passed ? 'No problems found.' : 'Problems found.'),
  ],
  isFailure: ({ ok: passed }) => !passed,
})

async function checkAll(context: CommandContext): Promise<Finding[]> {
  return [
    checkTls(context),
    await checkClock(context),
    await checkReady(context),
    await checkPublishedKeys(context, 'card keys', '/.well-known/jwks.json'),
    await checkPublishedKeys(context, 'webhook keys', '/.well-known/webhook-keys.json'),
    ...(await checkFromInside(context)),
  ]
}

async function checkReachable({ client, url }: CommandContext): Promise<Finding> {
  try {
    await client.service.getHealth()
    return ok('reachable', `${url} responds.`)
  } catch (error) {
    const text =
      isSoukError(error) && error.status !== 0
        ? `${url} responds, but not as a Souk marketplace: ${error.message}`
        : `Cannot connect to ${url}.`
    const nextStep = 'Start the server with "souk serve", check the proxy, or set the address with --url.'
    return wrong('reachable', [text, nextStep])
  }
}

function checkTls({ url }: CommandContext): Finding {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:') return ok('TLS', 'The connection is encrypted and the certificate is valid.')
  if (/^(localhost|127\.|\[::1\])/.test(hostname)) return ok('TLS', 'Not required on this machine.')
  return wrong('TLS', ['Tokens are sent unencrypted.', 'Put a TLS proxy in front of the server.'])
}

async function checkClock({ url }: CommandContext): Promise<Finding> {
  const name = 'clock skew'
  const started = Date.now()
  const response = await fetch(`${url}/api/health`)
  const serverTime = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(serverTime))
    return warning(name, ['The response has no Date header.', 'Let the proxy forward the Date header.'])
  // The header has whole seconds, and the server set it about halfway through the request.
  const seconds = Math.max(0, Math.abs((started + Date.now()) / 2 - serverTime - 500) / 1000 - 0.5)
  const text = `The clocks of this machine and the server differ by ${seconds.toFixed(1)} s.`
  if (seconds <= 5) return ok(name, text)
  const nextStep = 'Synchronize both clocks with NTP: signatures and deadlines depend on them.'
  return seconds > 60 ? wrong(name, [text, nextStep]) : warning(name, [text, nextStep])
}

async function checkReady({ client }: CommandContext): Promise<Finding> {
  try {
    const { database, workers, storage } = await client.service.getReady()
    if (storage === 'full') {
      return wrong('storage', [
        'Storage is full: the server rejects new data.',
        'Free disk space, or raise DATABASE_MAX_MB.',
      ])
    }
    return ok('workers', `${workers} workers are running, and ${database} responds.`)
  } catch (error) {
    const text = isSoukError(error) ? error.message : String(error)
    return wrong('workers', [text, 'Check the server log for "worker failed".'])
  }
}

async function checkPublishedKeys({ url }: CommandContext, name: string, path: string): Promise<Finding> {
  const response = await fetch(`${url}${path}`).catch(() => undefined)
  const { keys } = propertiesOf(await response?.json().catch(() => undefined))
  if (Array.isArray(keys) && keys.length > 0) return ok(name, `${keys.length} published at ${path}.`)
  return wrong(name, [`No keys published at ${path}.`, 'Let the proxy forward /.well-known to the server.'])
}

async function checkFromInside(context: CommandContext): Promise<Finding[]> {
  if (operatorTokenOf(context) === undefined && context.signedInAs !== 'person') {
    context.note(insideHint)
    return []
  }
  try {
    const { origin, checks } = await asOperator(context, (admin) => admin.deployment.checkDeployment())
    return [...checks, await checkOrigin(context, origin)]
  } catch (error) {
    // People without a role.
    if (!isSoukError(error, 'not-found')) throw error
    context.note(insideHint)
    return []
  }
}

const insideHint = 'Sign in as an operator or set OPERATOR_TOKEN to include the checks of the server itself.'

/** Checks that links in emails and cards lead to this marketplace. */
async function checkOrigin({ url }: CommandContext, origin: string): Promise<Finding> {
  const name = 'links'
  if (origin === url) return ok(name, 'Links point to this address.')
  const response = await fetch(`${origin}/api/health`).catch(() => undefined)
  if (response?.ok === true) return ok(name, `Links point to ${origin}, which responds.`)
  return wrong(name, [
    `Links point to ${origin}, which does not respond.`,
    'Set BASE_URL to the public origin of the server.',
  ])
}
