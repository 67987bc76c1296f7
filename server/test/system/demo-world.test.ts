import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { manualClock } from '../../src/lib/clock.ts'
import { createStripeClient } from '../../src/money/processor/stripe/client.ts'
import { createStripeProcessor } from '../../src/money/processor/stripe/processor.ts'
import { startFakeStripe } from '../fixtures/fake-stripe/fake-stripe.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk } from '../fixtures/harness.ts'
import { endWithTests } from '../fixtures/processes/programs.ts'
import {
  createScratch,
  startServer,
  type Scratch,
  type ServerProcess,
} from '../fixtures/processes/server-process.ts'
import { market } from '../fixtures/a2a/task-messages.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const operatorToken = 'the operator of the demo world in these tests'

type PublicList = 'listAgents' | 'listListings' | 'listPosts' | 'listOrganizations'
type OwnList =
  | 'listThreads'
  | 'listConnections'
  | 'listApprovals'
  | 'listNotifications'
  | 'listMyInvitations'
  | 'getFeed'
  | 'listPayouts'

let scratch: Scratch
let server: ServerProcess
beforeAll(async () => {
  scratch = await createScratch()
  server = await startServer('world', scratch, { OPERATOR_TOKEN: operatorToken })
})
afterAll(async () => {
  await server?.stop()
  await scratch.drop()
})

async function makeWorld(url: string, ...args: string[]) {
  const program = ['--conditions=source', '--import', 'tsx', 'examples/world/main.ts', ...args]
  const child = spawn('node', program, {
    cwd: root,
    env: { PATH: process.env['PATH'], SOUK_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithTests(child)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, output, errors }
}

/** Signs in with the printed credentials. */
async function visitor(output: string, label: 'Client' | 'Provider') {
  const read = (name: string) =>
    new RegExp(`${name} +(\\S+)`).exec(output)?.[1] ?? fail(`no ${name} is named`)
  const { data } = await server.call('createSession', { email: read(label), password: read('Password') })
  const as = { as: data.token ?? fail('no token') }
  const { agent } = (await server.call('getMyAgent', {}, as)).data
  const count = async (operation: OwnList, input: Record<string, unknown> = {}) =>
    (await server.call(operation, { limit: 100, ...input }, as)).data.items.length
  const phases = async (role: 'client' | 'provider') => {
    const { tasks } = (await server.call('listTasks', { name: agent.name, role, pageSize: 100 }, as)).data
    return [...new Set(tasks.map((task: Parameters<typeof market>[0]) => market(task).phase))].toSorted()
  }
  return { count, phases }
}

async function startWithStripe() {
  const key = 'rk_test_fake'
  const clock = manualClock(new Date())
  const webhookSecret = 'whsec_the_one_of_these_tests'
  const fake = await startFakeStripe({ clock, webhookSecret })
  const stripe = await createStripeClient({ key, fakeServer: { host: '127.0.0.1', port: fake.port } })
  const processor = createStripeProcessor({
    stripe,
    key: 'rk_test_fake',
    book: 'test',
    webhookSecrets: [webhookSecret],
    clock,
  })
  const { settings } = readConfig({ STRIPE_SECRET_KEY: key })
  return { fake, souk: await startSouk({ settings }, () => Promise.resolve(processor)) }
}

describe('npm run demo:world', () => {
  it('fills every part of a marketplace, and the ledger reconciles', { timeout: 120_000 }, async () => {
    const { code, output, errors } = await makeWorld(server.origin, '--size', 'small', '--exit')
    expect([code, errors]).toEqual([0, ''])

    const found = async (operation: PublicList, input = {}) =>
      (await server.call(operation, { limit: 100, ...input })).data.items.length
    expect(await found('listAgents')).toBe(22)
    expect(await found('listListings')).toBeGreaterThanOrEqual(14)
    expect(await found('listListings', { status: 'filled' })).toBeGreaterThanOrEqual(14)
    expect(await found('listPosts')).toBeGreaterThanOrEqual(6)
    expect(await found('listOrganizations')).toBe(2)

    const client = await visitor(output, 'Client')
    const provider = await visitor(output, 'Provider')
    const begun = [
      'completed',
      'delivered',
      'disputed',
      'failed',
      'input_required',
      'rejected',
      'requested',
      'working',
    ]
    expect(await provider.phases('provider')).toEqual(begun)
    expect(await client.phases('client')).toEqual(['applied', ...begun])
    for (const { count } of [client, provider]) {
      expect(await count('listThreads', { unread: true })).toBeGreaterThan(0)
      expect(await count('listConnections', { state: 'pending' })).toBe(3)
      expect(await count('listApprovals', { state: 'pending' })).toBe(1)
      expect(await count('listNotifications', { unread: true })).toBeGreaterThan(0)
      expect(await count('listMyInvitations')).toBe(1)
      expect(await count('getFeed')).toBeGreaterThan(0)
    }
    expect(await provider.count('listPayouts')).toBe(1)

    const headers = { authorization: `Bearer ${operatorToken}` }
    const proof = await fetch(`${server.origin}/api/admin/ledger/verify`, { method: 'POST', headers })
    expect(await proof.json()).toMatchObject({ success: true, data: { ok: true } })
  })

  it('prints the next step if its data exists already', { timeout: 60_000 }, async () => {
    const { code, errors } = await makeWorld(server.origin, '--size', 'small')
    expect([code, errors]).toEqual([1, expect.stringContaining('--seed 2')])
  })

  it('refuses a marketplace with real payments', { timeout: 60_000 }, async () => {
    const { souk, fake } = await startWithStripe()
    try {
      const url = await souk.app.listen({ host: '127.0.0.1', port: 0 })
      const { code, errors } = await makeWorld(url, '--size', 'small')
      expect([code, errors]).toEqual([1, expect.stringContaining('takes real payments')])
      expect((await souk.call('listAgents')).data.items).toHaveLength(1)
      expect(fake.state.charges.size).toBe(0)
    } finally {
      await souk.stop()
      await fake.stop()
    }
  })

  it('prints its usage for invalid arguments', { timeout: 60_000 }, async () => {
    const { code, errors } = await makeWorld(server.origin, '--size', 'huge')
    expect([code, errors]).toEqual([1, expect.stringContaining('Usage: npm run demo:world')])
  })
})
