import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { launchEmbedded } from '../../src/db/embedded/launch.ts'
import { start, type Running } from '../../src/start.ts'
import { callOver, freePort, joinThrough, type ServerProcess } from '../fixtures/processes/server-process.ts'

/** Claims of docs/backup-and-upgrade.md. */
describe('a copy of the data folder of a stopped server', () => {
  let folder: string
  let copy: string
  let trader: Trader
  let original: Evidence
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-copy-'))
    await prepare(join(folder, 'data'))
    const first = await serve(join(folder, 'data'))
    trader = await joinThrough(first)
    original = await evidenceOf(first, trader)
    await stopAll()
    copy = join(folder, 'elsewhere', 'data')
    await mkdir(join(folder, 'elsewhere'))
    await run('tar', ['-cpf', join(folder, 'souk.tar'), '-C', folder, 'data'])
    await run('tar', ['-xpf', join(folder, 'souk.tar'), '-C', join(folder, 'elsewhere')])
  })
  afterEach(stopAll)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('contains everything', async () => {
    const second = await serve(copy)
    expect(await evidenceOf(second, trader)).toEqual(original)
    expect(await second.verify('ledger')).toMatchObject({ ok: true })
    expect(await second.verify('audit')).toMatchObject({ ok: true, brokenAt: null })
  })

  it('is unusable without its secret key', async () => {
    await writeFile(join(copy, 'secret.key'), 'another key, as long as a key has to be')
    await expect(serve(copy)).rejects.toThrow('set up with another secret key')
  })
})

const run = promisify(execFile)
const operatorToken = 'the token of the operator in these tests'

const running: Running[] = []

async function stopAll(): Promise<void> {
  for (const { stop } of running.splice(0)) await stop()
}

type Trader = Awaited<ReturnType<typeof joinThrough>>
type Evidence = Awaited<ReturnType<typeof evidenceOf>>
type Server = Pick<ServerProcess, 'call'> & { verify(what: 'ledger' | 'audit'): Promise<unknown> }

/** Creates the cluster without fsync for each of its files. */
async function prepare(dataDir: string): Promise<void> {
  const { stop } = await launchEmbedded({ dataDir, durable: false })
  await stop()
}

/** The whole server on the embedded database of a folder. */
async function serve(dataDir: string): Promise<Server> {
  const port = String(await freePort())
  const environment = { HOST: '127.0.0.1', PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const server = await start(readConfig({ ...environment, OPERATOR_TOKEN: operatorToken }))
  running.push(server)
  return {
    call: (operation, input, options) => callOver(server.address, operation, input ?? {}, options ?? {}),
    verify: async (what) => {
      const response = await fetch(`${server.address}/api/admin/${what}/verify`, {
        method: 'POST',
        headers: { authorization: `Bearer ${operatorToken}` },
      })
      const { data }: { data: unknown } = JSON.parse(await response.text())
      return data
    },
  }
}

/** A profile and two values that need the right secret key: a stored response and the card signing key. */
async function evidenceOf({ call }: Server, { agent, person }: Trader) {
  const session = { as: person.token, headers: { 'idempotency-key': 'once' } }
  const { secret } = (await call('createKey', { agentId: agent.id, label: 'kept' }, session)).data
  const own = (await call('getMyAgent', {}, { as: secret })).data
  const card = (await call('getAgentCard', { name: agent.name })).data
  return { secret, own, signedBy: card.signatures?.map(keyOf) }
}

function keyOf({ protected: header }: { protected: string }): unknown {
  const { kid }: Record<string, unknown> = JSON.parse(Buffer.from(header, 'base64url').toString())
  return kid
}
