/** Rotation of signing keys while readers have cached the old ones. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '../../src/lib/clock.ts'
import { runInProcess } from '../fixtures/clients/in-process-cli.ts'
import { patienceMs, splitArguments } from '../fixtures/clients/cli-fixture.ts'
import { fail } from '../fixtures/fail.ts'
import { operatorToken } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let url: string
let card: string
beforeAll(async () => {
  souk = await startSouk()
  url = await souk.app.listen({ host: '127.0.0.1', port: 0 })
  const { agent } = await createTestAgent(souk)
  card = `/api/agents/${agent.name}/.well-known/agent-card.json`
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

interface Key {
  readonly kid: string
  readonly alg: string
  readonly state: string
}

async function operate(action: string): Promise<Key[]> {
  const environment = { XDG_CONFIG_HOME: '/nonexistent', SOUK_URL: url, OPERATOR_TOKEN: operatorToken }
  const ran = await runInProcess(splitArguments(`admin signing-keys ${action} --json`), { environment })
  expect(ran).toMatchObject({ code: 0, errors: '' })
  const { items, keys } = JSON.parse(ran.output)
  return items ?? keys
}

const get = async (path: string) => (await souk.app.inject({ method: 'GET', url: path })).json()
const publishedKids = async (path: string): Promise<string[]> =>
  (await get(path)).keys.map(({ kid }: Pick<Key, 'kid'>) => kid)
const cardKid = async (): Promise<string> => {
  const [signature] = (await get(card)).signatures
  return JSON.parse(Buffer.from(signature.protected, 'base64url').toString()).kid
}
const inState = (keys: readonly Key[], alg: string, state: string) =>
  keys.filter((key) => key.alg === alg && key.state === state).map(({ kid }) => kid)

describe('signing keys', () => {
  it('are published before use, and until they are revoked', { timeout: patienceMs }, async () => {
    const before = await cardKid()
    await publishedKids('/.well-known/webhook-keys.json')
    const first = await operate('list')
    expect([inState(first, 'ES256', 'active'), first.length]).toEqual([[before], 2])
    souk.clock.advance(minute)
    expect(await operate('rotate')).toMatchObject([
      { alg: 'ES256', state: 'published' },
      { alg: 'EdDSA', state: 'published' },
    ])
    const rotated = await operate('list')
    const [fresh = fail('no new key')] = inState(rotated, 'ES256', 'published')
    expect([inState(rotated, 'ES256', 'active'), rotated.length]).toEqual([[before], 4])
    souk.clock.advance(minute + 1)
    expect([await cardKid(), (await publishedKids('/.well-known/jwks.json')).toSorted()]).toEqual([
      before,
      [before, fresh].toSorted(),
    ])
    // Old keys cannot be removed while the new ones do not sign yet.
    expect(await operate('retire --yes')).toEqual([])
    souk.clock.advance(2 * minute)
    expect(await cardKid()).toBe(fresh)
    const after = await operate('list')
    expect([inState(after, 'ES256', 'active'), inState(after, 'ES256', 'published')]).toEqual([
      [fresh],
      [before],
    ])
    const webhookKids = await publishedKids('/.well-known/webhook-keys.json')
    expect(webhookKids).toEqual([
      ...inState(after, 'EdDSA', 'active'),
      ...inState(after, 'EdDSA', 'published'),
    ])
    const retired = await operate('retire --yes')
    expect(inState(retired, 'ES256', 'retired')).toEqual([before])
    expect(inState(retired, 'EdDSA', 'retired')).toHaveLength(1)
    souk.clock.advance(minute)
    expect(await publishedKids('/.well-known/jwks.json')).toEqual([fresh])
    const audited = souk.context.database.selectFrom('audit_entries').select('action')
    const actions = await audited.where('action', 'like', 'signing-key.%').orderBy('action').execute()
    expect(actions.map(({ action }) => action.replace('signing-key.', ''))).toEqual([
      ...Array.from({ length: 4 }, () => 'created'),
      ...Array.from({ length: 2 }, () => 'retired'),
    ])
  })

  it('are managed by operators only', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/rotate'],
      ['POST', '/retire'],
    ] as const) {
      const response = await souk.app.inject({ method, url: `/api/admin/signing-keys${path}` })
      expect(response.statusCode).toBe(401)
    }
  })
})
