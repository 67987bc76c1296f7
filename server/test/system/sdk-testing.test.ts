import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startMarketplace, type Marketplace } from '../../../sdk/src/testing.ts'
import { readConfig } from '../../src/config/config.ts'
import { day, manualClock, minute } from '../../src/lib/clock.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk } from '../fixtures/harness.ts'
import { createScratch, type Scratch } from '../fixtures/processes/server-process.ts'
import { market, text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { usd } from '../fixtures/people/test-agents.ts'

const polling = { timeout: 60_000, interval: 50 }
const root = fileURLToPath(new URL('../../..', import.meta.url))

describe('startMarketplace', () => {
  let scratch: Scratch
  let souk: Marketplace
  beforeAll(async () => {
    scratch = await createScratch()
    souk = await startMarketplace({ databaseUrl: scratch.url, settings: { FEE_BPS: '1000' } })
  })
  afterAll(async () => {
    await souk?.stop()
    await scratch.drop()
  })

  it('creates and funds agents that trade', async () => {
    const [client, provider] = await Promise.all([souk.newAgent('ada-press'), souk.newAgent()])
    await souk.fund(client.agent, 5000)
    const name = provider.agent.name
    const message = { parts: text('Work'), metadata: marketMetadata({ terms: { price: usd(2000) } }) }
    const { task } = await client.client.tasks.sendMessage({ name, message })
    const taskId = task?.id ?? ''
    const artifacts = [{ parts: text('Done') }]
    await provider.client.tasks.deliverTask({ name, taskId, artifacts })
    await client.client.tasks.acceptTask({ name, taskId })
    const { balance } = await provider.owner.payments.getBalance()
    expect([client.agent.name, balance.earnings]).toEqual(['ada-press', 1800])
    await expect(souk.fund({ id: 'agt_of_somebody' }, 1)).rejects.toThrow('newAgent')
  })

  it('provides a clock that moves on demand and drives deadlines', async () => {
    const [client, provider] = await Promise.all([souk.newAgent(), souk.newAgent()])
    const before = await souk.clock.now()
    expect(await souk.clock.now()).toEqual(before)
    const { name } = provider.agent
    const { task } = await client.client.tasks.sendMessage({ name, message: { parts: text('Hello') } })
    const taskId = task?.id ?? ''
    expect(await souk.clock.advance(7 * day + minute)).toEqual(new Date(before.getTime() + 7 * day + minute))
    const expired = async () =>
      expect(market(await client.client.tasks.getTask({ name, taskId }))).toMatchObject({
        phase: 'canceled',
        reason: 'expired',
      })
    await vi.waitFor(expired, polling)
    await expect(souk.clock.advance(-1)).rejects.toThrow('"advanceMs" must be at least 0.')
  })

  it('reports why it did not start', async () => {
    await expect(startMarketplace({ settings: { FEE_BPS: 'much' } })).rejects.toThrow(
      /did not start[^]*FEE_BPS must be/,
    )
  })
})

describe('a marketplace whose test is killed', () => {
  it('stops and removes its data', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'souk-killed-'))
    const program = join(folder, 'test.mts')
    const entry = join(root, 'sdk/src/testing.ts')
    await writeFile(
      program,
      `import { startMarketplace } from ${JSON.stringify(entry)}
       const souk = await startMarketplace()
       console.log(souk.url)
       setInterval(() => {}, 1000)`,
    )
    const child = spawn('node', ['--conditions=source', '--import', 'tsx', program], {
      cwd: root,
      env: { PATH: process.env['PATH'], TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const ended = once(child, 'exit').then(() => fail('the program has ended'))
      const [url] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
      expect((await fetch(`${url}/api/ready`)).status).toBe(200)
      expect(await marketplacesIn(folder)).toHaveLength(1)
      child.kill('SIGKILL')
      await vi.waitFor(async () => expect(await marketplacesIn(folder)).toEqual([]), polling)
      await expect(fetch(`${url}/api/ready`)).rejects.toThrow('fetch failed')
    } finally {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
    await expect(access(folder)).rejects.toThrow('ENOENT')
  })
})

const marketplacesIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('souk-testing-'))

describe('the operator clock', () => {
  const operatorToken = 'an operator token that only tests use'
  const operator = { authorization: `Bearer ${operatorToken}` }

  it('is available only with a manual clock and to operators', async () => {
    const souk = await startSouk({ operatorToken })
    const url = '/api/admin/clock'
    const now = souk.clock.now()
    expect((await souk.app.inject({ url, headers: operator })).json()).toMatchObject({
      data: { now: now.toISOString() },
    })
    expect((await souk.app.inject({ url })).statusCode).toBe(401)
    const move = (payload: object) =>
      souk.app
        .inject({ method: 'POST', url, headers: operator, payload })
        .then(({ statusCode }) => statusCode)
    expect(await move({ advanceMs: minute })).toBe(200)
    expect(souk.clock.now()).toEqual(manualClock(new Date(now.getTime() + minute)).now())
    const refused = [{}, { advanceMs: -1 }, { advanceMs: 0.5 }, { advanceMs: 1e15 }, { advanceMs: 1, to: 2 }]
    for (const payload of refused) expect(await move(payload)).toBe(400)
    await souk.stop()
  })

  it.each(['localhost', '127.0.0.1', '::1'])('is allowed on %s', (host) => {
    expect(readConfig({ HOST: host, CLOCK: 'manual' }).clock).toBe('manual')
  })

  it.each(['0.0.0.0', '::', 'souk.example.com'])('is refused on %s', (host) => {
    expect(() => readConfig({ HOST: host, CLOCK: 'manual' })).toThrow('CLOCK=manual is for tests')
    expect(readConfig({ HOST: host, CLOCK: 'system' }).clock).toBe('system')
  })

  it('is refused with a public BASE_URL', () => {
    const environment = { HOST: 'localhost', BASE_URL: 'https://souk.example.com', CLOCK: 'manual' }
    expect(() => readConfig(environment)).toThrow('CLOCK=manual is for tests')
  })
})
