import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SendMessageRequest, type StreamResponse } from '@a2a-js/sdk'
import { ClientFactory, DefaultAgentCardResolver } from '@a2a-js/sdk/client'
import { credentials } from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEventReader } from '../fixtures/clients/event-reader.ts'
import { grpcTransport } from '../fixtures/a2a/grpc-transport.ts'
import { fail } from '../fixtures/fail.ts'
import type { Souk } from '../fixtures/harness.ts'
import { endWithTests, installed } from '../fixtures/processes/programs.ts'
import {
  callOver,
  createScratch,
  freePort,
  joinThrough,
  startServer,
  whenSeen,
  type Scratch,
  type ServerProcess,
} from '../fixtures/processes/server-process.ts'
import { text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import type { TestAgent } from '../fixtures/people/test-agents.ts'

const command = installed('nginx')
const mebibyte = 1024 * 1024
const polling = { timeout: 60_000, interval: 20 }

interface Proxy {
  readonly origin: string
  /** Host and port with TLS. */
  readonly secure: string
  readonly certificate: Buffer
  readonly call: Souk['call']
  stop(): Promise<void>
}

/** Runs nginx with the documented configuration; only addresses differ. */
async function startNginx(port: number, nodes: readonly ServerProcess[]): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-nginx-'))
  const published = await readFile(new URL('../../../docs/nginx.conf', import.meta.url), 'utf8')
  const put = (configuration: string, old: string, own: string) =>
    configuration.split(old).length === 2 ? configuration.replace(old, own) : fail(`not once in it: ${old}`)
  const secure = `127.0.0.1:${await freePort()}`
  const tls = `listen ${secure} ssl http2; ssl_certificate cert.pem; ssl_certificate_key key.pem;`
  const ported = put(published, 'listen 80;', `listen 127.0.0.1:${port}; ${tls}`)
  const own = nodes.reduce(
    (configuration, { origin }, index) =>
      configuration.replaceAll(`127.0.0.1:400${index + 1} `, `${new URL(origin).host} `),
    ported,
  )
  await writeFile(join(folder, 'souk.conf'), own)
  const certificate = await createCertificate(folder)
  await writeFile(join(folder, 'nginx.conf'), globalDirectives())
  const flags = ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr', '-g', 'daemon off;']
  const child = spawn(command ?? '', flags, { stdio: ['ignore', 'inherit', 'inherit'] })
  endWithTests(child)
  const exited = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${origin}/api/health`)).status).toBe(200), polling)
  return {
    origin,
    secure,
    certificate,
    call: (operation, input, options) => callOver(origin, operation, input ?? {}, options ?? {}),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A certificate for the address of the test, signed with its own key. */
async function createCertificate(folder: string): Promise<Buffer> {
  const days = ['-days', '1', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', 'key.pem', '-out', 'cert.pem']
  await promisify(execFile)('openssl', ['req', '-x509', ...days, ...name, ...files], { cwd: folder })
  return readFile(join(folder, 'cert.pem'))
}

/** The nginx.conf around it, which writes only to the folder of the test. */
function globalDirectives(): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 2;
    pid nginx.pid;
    error_log stderr crit;
    events {}
    http {
      access_log off;
      ${kinds.map((kind) => `${kind}_temp_path ${kind};`).join(' ')}
      include souk.conf;
    }`
}

describe.skipIf(command === undefined)('docs/nginx.conf', () => {
  let scratch: Scratch
  let nodes: readonly ServerProcess[]
  let nginx: Proxy
  let client: TestAgent
  let provider: TestAgent
  beforeAll(async () => {
    scratch = await createScratch()
    const port = await freePort()
    const settings = {
      TRUST_PROXY: '127.0.0.1',
      BASE_URL: `http://127.0.0.1:${port}`,
      // One log line per call, which shows the node that answered.
      LOG_LEVEL: 'debug',
    }
    nodes = await Promise.all(['node_a', 'node_b'].map((name) => startServer(name, scratch, settings)))
    nginx = await startNginx(port, nodes)
    client = await joinThrough(nginx)
    provider = await joinThrough(nginx)
  })
  afterAll(async () => {
    await nginx.stop()
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
    await scratch.drop()
  })

  const send = (configuration: object, fields: object = {}) =>
    nginx.call(
      'sendMessage',
      { name: provider.agent.name, message: { parts: text('Hello'), ...fields }, configuration },
      client.key,
    )
  const dashboard = (lastEventId?: string) =>
    createEventReader(`${nginx.origin}/api/dashboard/stream`, client.key.as ?? '', lastEventId)

  /** Makes a call from an address; returns the node that answered. */
  const answeredBy = async (token: string): Promise<ServerProcess> => {
    const response = await fetch(`${nginx.origin}/api/health`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const id = response.headers.get('x-request-id') ?? fail('no id')
    return vi.waitFor(
      () => nodes.find((node) => node.output().includes(id)) ?? fail('not logged yet'),
      polling,
    )
  }

  it('does not buffer events', async () => {
    const stream = await dashboard()
    const { task } = (await send({ returnImmediately: true })).data
    expect(await stream.next()).toMatchObject({ event: 'task.created', data: { taskId: task?.id } })
    stream.close()
  })

  it('does not buffer keep-alive bytes of a blocking call', async () => {
    const responder = await joinThrough(nginx)
    const { name } = responder.agent
    const contextId = randomUUID()
    const listed = () => nginx.call('listTasks', { name, contextId }, responder.key)
    await listed()
    await whenSeen(scratch, responder)
    const response = await fetch(`${nginx.origin}/api/a2a/v1/agents/${name}/message:send`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${client.key.as ?? ''}`,
        'a2a-version': '1.0',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ message: { parts: text('Hello'), contextId } }),
    })
    const body = response.body?.getReader() ?? fail('no body')
    const first = await body.read()
    expect(String(Buffer.from(first.value ?? []))).toBe(' ')
    const taskId = (await listed()).data.tasks[0]?.id ?? fail('no task')
    const message = { taskId, parts: text('Noon'), metadata: marketMetadata({ state: 'completed' }) }
    await nginx.call('sendMessage', { name, message }, responder.key)
    let rest = ''
    for (let chunk = await body.read(); !chunk.done; chunk = await body.read())
      rest += String(Buffer.from(chunk.value))
    expect(JSON.parse(rest)).toMatchObject({
      task: { id: taskId, status: { state: 'TASK_STATE_COMPLETED' } },
    })
  })

  it('passes gRPC through TLS, with its streams and errors', async () => {
    const base = `${nginx.origin}/api/a2a/v1/agents/${provider.agent.name}/`
    const card = await new DefaultAgentCardResolver().resolve(base)
    const [grpc = fail('no gRPC interface')] = card.supportedInterfaces.filter(
      ({ protocolBinding }) => protocolBinding === 'GRPC',
    )
    const authorization = `Bearer ${client.key.as ?? ''}`
    const transport = grpcTransport({ authorization }, credentials.createSsl(nginx.certificate))
    const agent = await new ClientFactory({ transports: [transport] }).createFromAgentCard({
      ...card,
      supportedInterfaces: [{ ...grpc, url: nginx.secure }],
    })
    const message = { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text: 'Hello' }] }
    const stream = agent.sendMessageStream(SendMessageRequest.fromJSON({ message }))
    const first: StreamResponse = (await stream.next()).value ?? fail('no event')
    if (first.payload?.$case !== 'task') return fail('no task')
    const { id } = first.payload.value
    await agent.cancelTask({ id, tenant: '', metadata: undefined })
    const events: unknown[] = []
    for await (const { payload } of stream) events.push(payload?.$case)
    expect(events).toEqual(['statusUpdate'])
    await expect(agent.getTask({ id: 'task_unheard-of', tenant: '' })).rejects.toThrow('Task not found')
  })

  it('passes files of 10 MiB and leaves refusing larger ones to the server', async () => {
    const posted = { title: 'Translate a letter', description: 'German to English.' }
    const { listing } = (await nginx.call('createListing', posted, client.key)).data
    const url = `${nginx.origin}/api/listings/${listing.id}/attachments`
    const headers = { authorization: `Bearer ${client.key.as ?? ''}` }
    const upload = (bytes: Uint8Array<ArrayBuffer>) =>
      fetch(`${url}?filename=a.bin`, { method: 'POST', headers, body: bytes })
    const file = new Uint8Array(randomBytes(10 * mebibyte))
    expect((await upload(file)).status).toBe(200)
    const read = await fetch(`${url}/a.bin`, { headers })
    expect(Buffer.from(await read.arrayBuffer()).equals(file)).toBe(true)
    const refused = await upload(new Uint8Array(10 * mebibyte + 1))
    expect([refused.status, await refused.json()]).toMatchObject([413, { success: false }])
  })

  it('forwards the real client address', async () => {
    const name = `agent-${randomBytes(5).toString('hex')}`
    const sending = request(`${nginx.origin}/api/users/me/agents`, {
      method: 'POST',
      localAddress: '127.0.0.2',
      headers: {
        authorization: `Bearer ${client.person.token}`,
        'content-type': 'application/json',
        'x-forwarded-for': '192.0.2.7',
        forwarded: 'for=192.0.2.7',
      },
    })
    sending.end(JSON.stringify({ name }))
    const [response] = await once(sending, 'response')
    response.resume()
    expect(response.statusCode).toBe(200)
    const rows = await scratch.query(
      'select ip from audit_entries join agents on target = agents.id where handle = $1 and action = $2',
      [name, 'agent.created'],
    )
    expect(rows).toEqual([{ ip: '127.0.0.2' }])
  })

  it('does not expose loopback-only pages', async () => {
    for (const path of ['/metrics', '/metrics/', '/dev/mail', '//dev/mail', '/%6Detrics']) {
      expect([path, (await fetch(nginx.origin + path)).status]).toEqual([path, 404])
    }
  })

  it('keeps a caller on one node and balances callers', async () => {
    const used = new Set<ServerProcess>()
    for (let caller = 0; caller < 24; caller++) {
      const token = randomUUID()
      const node = await answeredBy(token)
      expect(await answeredBy(token)).toBe(node)
      used.add(node)
    }
    expect(used.size).toBe(2)
  })

  it('fails over when one node is stopped', async () => {
    const stream = await dashboard()
    const { task: first } = (await send({ returnImmediately: true })).data
    const { id, data } = await stream.next()
    expect(data['taskId']).toBe(first?.id)
    const stopped = await answeredBy(client.key.as ?? '')
    const stopping = new AbortController()
    const callUntilStopped = async () => {
      const statuses = new Set<number>()
      const headers = { authorization: `Bearer ${randomUUID()}` }
      while (!stopping.signal.aborted)
        statuses.add((await fetch(`${nginx.origin}/api/health`, { headers })).status)
      // A stopping node may refuse a call, which the client retries.
      statuses.delete(503)
      return [...statuses]
    }
    const asking = Promise.all(Array.from({ length: 8 }, callUntilStopped))
    expect(await stopped.stop('SIGTERM')).toBe(0)
    await stream.ended
    const again = await dashboard(id)
    const { task: second } = (await send({ returnImmediately: true })).data
    expect((await again.next()).data['taskId']).toBe(second?.id)
    again.close()
    stopping.abort()
    expect(new Set((await asking).flat())).toEqual(new Set([200]))
  })
})
