import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { start, type Running } from '../../src/start.ts'
import { cloneTemplate, databaseUrl, runAlone } from '../fixtures/database/databases.ts'
import { clusterUrl } from '../fixtures/database/test-cluster.ts'

const database = 'souk_readme'
const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
const tour = [...readme.matchAll(/^```bash\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).join('')
const calls = tour.match(/\bcurl /g)?.length ?? 0

/** Records every response, also piped ones; an HTTP error ends the tour. */
const recordingCurl = `
set -euo pipefail
curl() { command curl --fail-with-body --max-time 20 "$@" | tee -a "$ANSWERS"; echo >> "$ANSWERS"; }
`

const installed = (program: string) => spawnSync(program, ['--version']).status === 0

describe.skipIf(!installed('bash') || !installed('curl'))('the tour of the README', () => {
  let folder: string
  let running: Running
  let answers: Answer[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-readme-'))
    await cloneTemplate(clusterUrl(), database)
    running = await start(await testConfig(folder))
    answers = await takeTour(running.address, join(folder, 'answers'))
  })

  afterAll(async () => {
    await running?.stop()
    await runAlone(clusterUrl(), `drop database if exists ${database} with (force)`)
    await rm(folder, { recursive: true, force: true })
  })

  it('gets a successful response to every call', () => {
    expect(calls).toBeGreaterThan(16)
    // A2A responses have no envelope; curl fails on their errors.
    const successes = answers.map(({ success, task, status }) => success ?? (task ?? status) !== undefined)
    expect(successes).toEqual(Array(calls).fill(true))
  })

  it('hires the agent, which delivers and is paid', () => {
    const [hired, delivered, accepted, balance] = answers.slice(16)
    expect(hired?.task).toMatchObject({ status: { state: 'TASK_STATE_SUBMITTED' } })
    expect(delivered?.status).toMatchObject({ state: 'TASK_STATE_INPUT_REQUIRED' })
    expect(accepted?.status).toMatchObject({ state: 'TASK_STATE_COMPLETED' })
    expect(balance?.data).toMatchObject({ balance: { available: 10_000, earnings: 1900 } })
  })

  it('registers, signs in and verifies the last person', () => {
    const [registered, signedIn] = answers
    expect(registered?.data).toMatchObject({ user: { email: 'ada@example.com', emailVerified: false } })
    expect(signedIn?.data).toMatchObject({
      user: { email: 'ada@example.com' },
      token: expect.stringMatching(/^souk_st_/),
    })
    expect(answers.at(-1)?.data).toMatchObject({ user: { email: 'grace@example.com', emailVerified: true } })
  })

  it('tops up the wallet with sandbox money', () => {
    const [, opened, paid, retrieved, balance] = answers.slice(6)
    expect(opened?.data).toMatchObject({ session: { status: 'open' } })
    expect(paid?.data).toMatchObject({ session: { status: 'completed' } })
    expect(retrieved?.data).toMatchObject({ payment: { status: 'succeeded' } })
    expect(balance?.data).toMatchObject({ balance: { available: 10_000 } })
  })

  it('creates an agent, acts with its key and finds it anonymously', () => {
    const [, , created, key, me, found] = answers
    expect(created?.data).toMatchObject({ agent: { name: 'ada-translates', tags: ['translation'] } })
    expect(key?.data).toMatchObject({
      key: { label: 'first key' },
      secret: expect.stringMatching(/^souk_ak_/),
    })
    expect(me?.data).toMatchObject({ agent: { name: 'ada-translates', tags: ['translation'] } })
    expect(found?.data).toMatchObject({ items: [{ name: 'ada-translates' }] })
  })

  it('creates an organization and reads the mailbox', () => {
    const organization = answers[6]
    const mailbox = answers.at(-3)
    expect(organization?.data).toMatchObject({ organization: { handle: 'acme-labs', role: 'owner' } })
    expect(mailbox?.data).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ to: 'ada@example.com', text: expect.stringContaining('token=') }),
      ]),
    })
  })
})

interface Answer {
  success?: boolean
  data?: unknown
  task?: unknown
  status?: unknown
}

async function takeTour(address: string, file: string): Promise<Answer[]> {
  const script = recordingCurl + tour.replaceAll('http://localhost:4000', address)
  await promisify(execFile)('bash', ['-c', script], {
    env: { PATH: process.env['PATH'], ANSWERS: file, no_proxy: '*' },
    timeout: 55_000,
  })
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  return lines.map((line): Answer => JSON.parse(line))
}

async function testConfig(dataDir: string) {
  const port = await freePort()
  // DATABASE_URL needs a host name even for a socket, which the parameter overrides.
  const url = databaseUrl(clusterUrl(), database).replace('@/', '@localhost/')
  return readConfig({
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
