import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const started: ChildProcess[] = []
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-start-'))
})
afterEach(async () => {
  for (const process of started.splice(0)) await stop(process, 'SIGKILL')
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

interface Start {
  process: ChildProcess
  output: () => string
  /** Settles when the banner is printed or the process has exited. */
  settled: Promise<unknown>
}

/** The command of `npm start` with its own environment. */
function start(environment: Record<string, string>): Start {
  const child = spawn('node', ['server/start.mjs'], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let text = ''
  const banner = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.includes('Ctrl-C\n\n')) resolve()
      })
    }
  })
  return { process: child, output: () => text, settled: Promise.race([banner, once(child, 'exit')]) }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'exit')
  }
  return child.exitCode
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return String(typeof address === 'object' ? address?.port : address)
}

const account = { email: 'ada@example.com', password: 'correct horse battery', displayName: 'Ada' }
const post = (port: string, path: string, body: object) =>
  fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('the server', () => {
  it('prints its URL, serves, stops on Ctrl-C, and keeps acknowledged data through kill -9', async () => {
    const environment = { PORT: await freePort(), DATA_DIR: join(folder, 'kept') }
    const first = start(environment)
    await first.settled
    const address = `http://127.0.0.1:${environment.PORT}`
    expect(first.output()).toBe(`
  Souk is ready.

  Web        ${address}
  API docs   ${address}/api/docs
  Database   PostgreSQL 18.4, embedded, in ${environment.DATA_DIR}
  Mailbox    ${address}/dev/mail
  Stop       Ctrl-C

`)
    expect((await fetch(`${address}/api/ready`)).status).toBe(200)
    expect((await post(environment.PORT, '/users/register', account)).status).toBe(200)
    await stop(first.process, 'SIGKILL')

    const second = start(environment)
    await second.settled
    expect(
      (await post(environment.PORT, '/sessions', { email: account.email, password: account.password }))
        .status,
    ).toBe(200)
    expect(await stop(second.process, 'SIGINT')).toBe(0)
    expect(await fetch(address).catch(() => 'unreachable')).toBe('unreachable')
  })

  it('refuses a second start on the same data with an error', async () => {
    const environment = { PORT: await freePort(), DATA_DIR: join(folder, 'busy') }
    const first = start(environment)
    await first.settled
    const second = start({ ...environment, PORT: await freePort() })
    await second.settled
    expect(second.output()).toContain('Souk did not start.')
    expect(second.output()).toContain(`pid ${String(first.process.pid)}`)
    expect(await stop(first.process, 'SIGTERM')).toBe(0)
  })

  it.each([
    ['PORT', 'eighty', 'PORT must be an integer from 0 to 65535.'],
    [
      'DATABASE_URL',
      'mysql://localhost/x',
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.',
    ],
    ['DATABASE_URL', 'postgres://127.0.0.1:1/none', 'Cannot connect to the database'],
    ['BASE_URL', 'https://souk.example.com/app', 'BASE_URL must be an origin without a path'],
    ['SECRET_KEY', 'short', 'SECRET_KEY must be at least 32 characters long.'],
  ])('explains the invalid setting %s=%s', async (name, value, message) => {
    const failed = start({ PORT: '0', DATA_DIR: join(folder, 'never'), [name]: value })
    await failed.settled
    expect(failed.output()).toContain(message)
    expect(failed.process.exitCode).toBe(1)
  })
})
