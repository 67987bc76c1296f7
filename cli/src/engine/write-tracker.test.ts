import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../../sdk/src/test-server.ts'
import { sections } from '../commands/index.ts'
import { runCli } from './run.ts'

const hire = ['tasks', 'send', 'ada', 'Guten Tag!', '--return-immediately', '--json']

/** Runs a command whose errors are JSON. */
async function run(baseUrl: string, argv: readonly string[], signal = new AbortController().signal) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const environment = {
    SOUK_URL: baseUrl,
    SOUK_TOKEN: 'souk_ak_test',
    SOUK_CONFIG: join(tmpdir(), 'souk-no-profiles.json'),
  }
  const streams = { stdin: Readable.from(['']), stdout, stderr }
  const code = await runCli({ sections, version: '0' }, { argv, environment, ...streams, signal })
  stderr.end()
  return { code, report: JSON.parse(await text(stderr)) }
}

describe('a command whose write has no response', () => {
  it('names the key that repeats it', async () => {
    const { baseUrl, received } = await startServer('hang up')
    const { code, report } = await run(baseUrl, hire)
    const keys = new Set(received.map(({ headers }) => String(headers['idempotency-key'])))
    const [key = ''] = keys
    expect(keys.size).toBe(1)
    expect(report).toMatchObject({
      error: 'No response; the request may have taken effect.',
      hint: `Repeat it with --idempotency-key ${key}.`,
      idempotencyKey: key,
    })
    expect(code).toBe(9)
  })

  it('names the key if the response was cut off', async () => {
    const { baseUrl } = await startServer({ pieces: ['{"task": {'], ending: 'cut' })
    expect((await run(baseUrl, [...hire, '--idempotency-key', 'order-17'])).report).toMatchObject({
      idempotencyKey: 'order-17',
    })
  })

  it('names the key after Ctrl-C', async () => {
    const { baseUrl, received } = await startServer({ pieces: [], ending: 'stay' })
    const stop = new AbortController()
    const ended = run(baseUrl, hire, stop.signal)
    await expect.poll(() => received.length).toBe(1)
    stop.abort()
    const { code, report } = await ended
    const key = String(received[0]?.headers['idempotency-key'])
    expect(code).toBe(130)
    expect(report).toEqual({
      error: 'Interrupted; the request may have taken effect.',
      hint: `Repeat it with --idempotency-key ${key}.`,
      idempotencyKey: key,
    })
  })

  it.each([
    ['nothing listens on the port', closedPort],
    ['fetch refuses the port', async () => 'http://127.0.0.1:1'],
  ])('says that it cannot connect if %s', async (_why, addressOf) => {
    const url = await addressOf()
    const { report } = await run(url, hire)
    expect(report).toMatchObject({ error: `Cannot connect to ${url}.` })
    expect(report).not.toHaveProperty('idempotencyKey')
  })
})

/** Address on which nothing listens. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

describe('--idempotency-key', () => {
  it('is the key of the write', async () => {
    const refusal = { status: 409, body: { code: 'conflict', error: 'No.' } }
    const { baseUrl, received } = await startServer(refusal)
    const { report } = await run(baseUrl, [...hire, '--idempotency-key', 'order-17'])
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-17'])
    expect(report).toEqual({ kind: 'conflict', error: 'No.' })
  })
})
