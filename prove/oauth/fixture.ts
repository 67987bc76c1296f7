/** A marketplace with a person who connects apps, an attacker with a client of its own, and a tap on outgoing connections. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../server/src/app.ts'
import { createEgress, type Documents } from '../../server/src/ports/egress/request.ts'
import { startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import {
  attemptBy,
  callback,
  consent,
  exchange,
  registerApp,
  type OauthReply,
} from '../../server/test/fixtures/mcp/oauth-app.ts'
import { createTestAgent, type TestAgent } from '../../server/test/fixtures/people/test-agents.ts'
import { plantScript } from '../lib/plant-script.ts'
import { assertClaim } from '../suite.ts'
import { faults } from './faults.ts'

export interface Fixture {
  readonly souk: Souk
  readonly victim: TestAgent
  /** Addresses that the server connected to for metadata documents. */
  readonly connected: string[]
  /** Headers of a page of the web app, as a browser receives them. */
  pageHeaders(path: string): Promise<Readonly<Record<string, unknown>>>
  stop(): Promise<void>
}

const privateAddress = '169.254.169.254'

export async function openFixture(fault: string | undefined): Promise<Fixture> {
  const planted = faults[fault ?? '']
  const souk = await startSouk({ rateLimitScale: 1_000_000 })
  if (planted?.statement !== undefined) await plantScript(souk, planted.statement)
  const connected: string[] = []
  const documents = planted?.unguardedDocuments === true ? unguarded(connected) : guarded(connected)
  Object.assign(souk.context.ports, { documents })
  const folder = await mkdtemp(join(tmpdir(), 'souk-oauth-'))
  await writeFile(join(folder, 'index.html'), '<html></html>')
  const pages = ['/oauth/authorize', '/device']
  await writeFile(join(folder, 'paths.json'), JSON.stringify({ pages, redirects: [] }))
  const web = await buildApp({ ...souk.context, config: { ...souk.context.config, webDir: folder } })
  return {
    souk,
    victim: await createTestAgent(souk),
    connected,
    pageHeaders: async (url) => {
      const { headers } = await web.inject({ url, headers: { accept: 'text/html' } })
      if (planted?.framedPages !== true) return headers
      const { 'x-frame-options': _frames, 'content-security-policy': _policy, ...rest } = headers
      return rest
    },
    stop: async () => {
      await web.close()
      await souk.stop()
      await rm(folder, { recursive: true })
    },
  }
}

const egressSettings = {
  ownOrigin: 'https://souk.example.com',
  ownPorts: [],
  ownAddresses: [],
  loopbackAllowed: false,
  httpAllowed: false,
}

/** The egress of the product, with a resolver that leads every name to the metadata service of a cloud. */
function guarded(connected: string[]): Documents {
  return createEgress({
    settings: egressSettings,
    resolve: async () => [privateAddress],
    connect: () => {
      connected.push(privateAddress)
      throw new Error('The suite opens no connections.')
    },
  })
}

function unguarded(connected: string[]): Documents {
  return {
    get: async () => {
      connected.push(privateAddress)
      return { kind: 'failed', code: 'connect_failed' }
    },
  }
}

/** A code that the victim granted to an honest app, and everything that a thief of it could know. */
interface Granted {
  readonly clientId: string
  readonly attempt: ReturnType<typeof attemptBy>
  readonly code: string
}

export async function grantCode(
  { souk, victim }: Fixture,
  { resource = 'api', redirectUri = callback }: { resource?: 'api' | 'mcp'; redirectUri?: string } = {},
): Promise<Granted> {
  const clientId = await registerApp(souk, [redirectUri])
  const { origin } = souk.context.config.settings
  const attempt = attemptBy(clientId, { resource: `${origin}/${resource}`, redirect_uri: redirectUri })
  const code = await consent(souk, victim.person, attempt.query, { agentId: victim.agent.id })
  return { clientId, attempt, code }
}

export function exchangeCode(
  { souk }: Fixture,
  { code, attempt }: Granted,
  changes = {},
): Promise<OauthReply> {
  return exchange(souk.app, code, attempt, changes)
}

export async function statusWith({ souk }: Fixture, token: string): Promise<number> {
  return (await souk.call('getMyAgent', {}, { as: token })).status
}

/** Tokens of an honest app. */
export function tokensOf(reply: OauthReply): { access: string; refresh: string } {
  const { status, body } = reply
  assertClaim(status === 200, `an honest app was refused: ${JSON.stringify(body)}`)
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) }
}
