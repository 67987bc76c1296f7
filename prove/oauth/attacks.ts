/** Attacks on the authorization server. Each returns what it gained, or null. */
import {
  attemptBy,
  callback,
  connectApp,
  pollDevice,
  refresh,
  registerApp,
  registerDeviceApp,
  startDevice,
} from '../../server/test/fixtures/mcp/oauth-app.ts'
import { minute } from '../../server/src/lib/clock.ts'
import { lockRegistrations } from '../../server/src/resources/oauth/clients/client-queries.ts'
import { unusedClientsMax } from '../../server/src/resources/oauth/rules.ts'
import { downgradedRedirect, evilRedirect, guessedVerifier } from './faults.ts'
import { exchangeCode, grantCode, statusWith, tokensOf, type Fixture } from './fixture.ts'

type Attack = (fixture: Fixture) => Promise<string | null>

export const attacks: Readonly<Record<string, Attack>> = {
  'redirect tricks': async ({ souk, victim }) => {
    const clientId = await registerApp(souk)
    const tricks = [
      evilRedirect,
      `${callback}/../evil`,
      `${callback}?next=${evilRedirect}`,
      callback.replace('app.example.com', 'app.example.com@evil.example'),
      callback.replace('https', 'http'),
      'javascript:alert(1)//',
      `${callback}%2f..%2fevil`,
      `${callback}%00.evil.example`,
      `${callback}\\@evil.example`,
      `${callback}#${evilRedirect}`,
      ` ${callback}`,
      callback.toUpperCase(),
      callback.replace('app.example.com', 'app.example.com.'),
      callback.replace('app.example.com', 'app.example.com:443'),
      callback.replace('app.example.com', 'app\u3002example.com'),
    ]
    for (const redirect_uri of tricks) {
      const { query } = attemptBy(clientId, { redirect_uri })
      const input = { query, agentId: victim.agent.id, scopes: ['read' as const] }
      const { status } = await souk.call('approveAuthorization', input, { as: victim.person.token })
      if (status === 200) return `a code was sent to ${redirect_uri}`
    }
    return null
  },

  'code reuse': async (fixture) => {
    const granted = await grantCode(fixture)
    const { access } = tokensOf(await exchangeCode(fixture, granted))
    const again = await exchangeCode(fixture, granted)
    if (again.status === 200) return 'a used code gave tokens'
    return (await statusWith(fixture, access)) === 200 ? 'tokens of a reused code still work' : null
  },

  'mixed clients': async (fixture) => {
    const granted = await grantCode(fixture)
    const client_id = await registerApp(fixture.souk, [evilRedirect])
    const early = await exchangeCode(fixture, granted, { client_id })
    if (early.status === 200) return 'a code was exchanged by another client'
    const { refresh: token } = tokensOf(await exchangeCode(fixture, granted))
    const stolen = await refresh(fixture.souk.app, client_id, token)
    return stolen.status === 200 ? 'a refresh token was used by another client' : null
  },

  'codes for a client that registered later': async (fixture) => {
    const { souk, victim } = fixture
    const clientId = await registerApp(souk)
    const thief = await registerApp(souk, [evilRedirect])
    const attempt = attemptBy(clientId)
    const input = { query: attempt.query, agentId: victim.agent.id, scopes: ['read' as const] }
    const { data } = await souk.call('approveAuthorization', input, { as: victim.person.token })
    const code = new URL(data.redirectTo).searchParams.get('code') ?? ''
    const stolen = await exchangeCode(fixture, { clientId, attempt, code }, { client_id: thief })
    return stolen.status === 200 ? 'the code of one client gave tokens to another' : null
  },

  'PKCE downgrade': async (fixture) => {
    const { souk, victim } = fixture
    const clientId = await registerApp(souk)
    for (const changes of [
      { code_challenge: null },
      { code_challenge_method: null },
      { code_challenge_method: 'plain', code_challenge: guessedVerifier },
    ]) {
      const { query } = attemptBy(clientId, changes)
      const input = { query, agentId: victim.agent.id, scopes: ['read' as const] }
      const { status } = await souk.call('approveAuthorization', input, { as: victim.person.token })
      if (status === 200) return `a code was issued with ${JSON.stringify(changes)}`
    }
    const guess = { code_verifier: guessedVerifier }
    const granted = await grantCode(fixture, { redirectUri: downgradedRedirect })
    const guessed = await exchangeCode(fixture, granted, guess)
    return guessed.status === 200 ? 'a code was exchanged without its verifier' : null
  },

  'stolen refresh token': async (fixture) => {
    const { souk } = fixture
    const granted = await grantCode(fixture)
    const { refresh: stolen } = tokensOf(await exchangeCode(fixture, granted))
    const owner = tokensOf(await refresh(souk.app, granted.clientId, stolen))
    souk.clock.advance(minute)
    const theft = await refresh(souk.app, granted.clientId, stolen)
    if (theft.status === 200) return 'a replaced refresh token gave tokens'
    return (await statusWith(fixture, owner.access)) === 200 ? 'the theft did not end the grant' : null
  },

  'wrong audience': async (fixture) => {
    const { access } = tokensOf(await exchangeCode(fixture, await grantCode(fixture, { resource: 'mcp' })))
    return (await statusWith(fixture, access)) === 200 ? 'a token for MCP works for the API' : null
  },

  'SSRF by client id': async ({ souk, victim, connected }) => {
    const hosts = ['rebind.example', '10.0.0.1', '[::ffff:10.0.0.1]', 'metadata.internal', '2130706433']
    for (const host of hosts) {
      const { query } = attemptBy(`https://${host}/client-${connected.length}.json`)
      await souk.call('requestAuthorization', { query }, { as: victim.person.token })
      if (connected.length > 0) return `the server connected to ${connected[0]} for ${host}`
    }
    return null
  },

  'framed consent': async ({ pageHeaders }) => {
    for (const path of ['/oauth/authorize?client_id=x', '/device?code=BCDF-GHJK']) {
      const headers = await pageHeaders(path)
      const policy = String(headers['content-security-policy'])
      if (headers['x-frame-options'] !== 'DENY' || !policy.includes("frame-ancestors 'none'")) {
        return `${path} can be framed`
      }
    }
    return null
  },

  'registration flood': async ({ souk, victim }) => {
    const app = await connectApp(souk, victim.person, { agentId: victim.agent.id })
    await fillRegistrations(souk)
    for (let count = 0; count < 10; count++) await registerApp(souk, [evilRedirect])
    const honest = await registerApp(souk)
    const { query } = attemptBy(honest)
    const described = await souk.call('requestAuthorization', { query }, { as: victim.person.token })
    if (described.status !== 200) return 'the flood kept an honest app from registering'
    if ((await refresh(souk.app, app.clientId, app.refresh)).status !== 200)
      return 'the flood removed a connected app'
    const kept = await countUnused(souk)
    return kept > unusedClientsMax ? `${kept} registrations are kept` : null
  },

  'device code reuse': async ({ souk, victim }) => {
    const clientId = await registerDeviceApp(souk)
    const device = await startDevice(souk, clientId, { scope: 'read' })
    const input = { userCode: device.userCode, agentId: victim.agent.id, scopes: ['read' as const] }
    await souk.call('approveDeviceRequest', input, { as: victim.person.token })
    const other = await registerDeviceApp(souk)
    if ((await pollDevice(souk, other, device)).status === 200)
      return 'another client got the tokens of a device'
    tokensOf(await pollDevice(souk, clientId, device))
    souk.clock.advance(minute)
    return (await pollDevice(souk, clientId, device)).status === 200 ? 'a used device code gave tokens' : null
  },
}

/** Registers as many clients as are kept without a grant; one statement instead of thousands of calls. */
async function fillRegistrations({ context }: Fixture['souk']): Promise<void> {
  await context.store.write(async (tx) => {
    const missing = Math.max(0, unusedClientsMax - (await lockRegistrations(tx)))
    const rows = Array.from({ length: missing }, (_each, index) => ({
      id: `oac_00flood-${tx.now.getTime()}-${index}`,
      kind: 'registered' as const,
      name: 'Flood',
      redirect_uris: [evilRedirect],
      created_at: tx.now,
      used_at: tx.now,
    }))
    for (let from = 0; from < rows.length; from += 1000) {
      const some = rows.slice(from, from + 1000)
      await tx
        .insertInto('oauth_clients')
        .values(some)
        .onConflict((on) => on.doNothing())
        .execute()
    }
  })
}

async function countUnused({ context }: Fixture['souk']): Promise<number> {
  return context.store.write((tx) => lockRegistrations(tx))
}
