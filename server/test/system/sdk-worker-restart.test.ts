import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fileStore } from '../../../sdk/src/node.ts'
import { verifyWebhook } from '../../../sdk/src/verify-webhook.ts'
import { memoryStore } from '../../../sdk/src/worker/store.ts'
import { fail } from '../fixtures/fail.ts'
import { endWithTests } from '../fixtures/processes/programs.ts'
import { market } from '../fixtures/a2a/task-messages.ts'
import {
  clientThrough,
  gate,
  createWorkerFixture,
  paid,
  polling,
  pieces,
  textsFrom,
} from '../fixtures/clients/sdk-workers.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const bench = createWorkerFixture()
const { reportedErrors, work, hire, say, when, providerActions } = bench
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-worker-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a worker that is killed', () => {
  /** Starts the worker, lets the server accept one step, and kills it before the response. Returns the step. */
  async function takeOneStep(): Promise<string> {
    const { souk, provider } = bench
    const file = join(folder, provider.agent.name)
    const program = [`${root}server/test/system/worker-process.ts`, `${souk.url}/api`, provider.key, file]
    const child = spawn('node', ['--conditions=source', '--import', 'tsx', ...program], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    endWithTests(child)
    const ended = once(child, 'exit')
    const line = once(createInterface({ input: child.stdout }), 'line')
    const [step] = await Promise.race([line, ended.then(() => fail('the worker has ended'))])
    child.kill('SIGKILL')
    await ended
    return String(step)
  }

  it('continues with the next step and repeats none', { timeout: 180_000 }, async () => {
    const task = await hire('a picture', paid)
    expect(await takeOneStep()).toBe('message:send')
    await when(task, 'input_required')
    await say(task, 'blue')
    expect([await takeOneStep(), await takeOneStep(), await takeOneStep()]).toEqual([
      'message:send',
      'artifacts',
      'message:send',
    ])
    await when(task, 'input_required')
    await say(task, 'large')
    expect([await takeOneStep(), await takeOneStep()]).toEqual(['artifacts', `${task.id}:deliver`])
    const delivered = await when(task, 'delivered')
    expect(await providerActions(task)).toEqual(['ask', 'message', 'artifact', 'ask', 'artifact', 'deliver'])
    expect(textsFrom(delivered, 'ROLE_AGENT')).toEqual([
      'Which color?',
      'Mixing colors',
      'Which size?',
      'Enjoy it.',
    ])
    expect(pieces(delivered)).toEqual(['A draft in blue', expect.stringMatching(/^A large picture, 0\.\d+$/)])
  })
})

describe('stop', () => {
  it('leaves tasks that wait for a client to the next start, which does not ask again', async () => {
    const handler = async (task: Parameters<Parameters<typeof work>[0]>[0]) => {
      const { parts } = await task.ask('Which one?')
      return `the ${parts[0]?.text}`
    }
    const first = work(handler)
    const task = await hire('fetch')
    await when(task, 'input_required')
    await first.stop()
    await say(task, 'red one')
    work(handler)
    expect(pieces(await when(task, 'completed'))).toEqual(['the red one'])
    expect([await providerActions(task), reportedErrors]).toEqual([['ask', 'artifact', 'deliver'], []])
  })

  it('lets a handler finish', async () => {
    const [running, door] = [gate(), gate()]
    const worker = work(async () => {
      running.open()
      await door.opened
      return 'finished'
    })
    const task = await hire('work')
    await running.opened
    const stopped = worker.stop()
    door.open()
    await stopped
    expect(pieces(await bench.read(task))).toEqual(['finished'])
    const late = await hire('too late')
    await worker.closed
    expect(market(await bench.read(late)).phase).toBe('requested')
  })

  it('has a timeout, after which handlers have no effect', async () => {
    const [running, door, refused] = [gate(), gate(), gate<unknown>()]
    const worker = work(async (task) => {
      running.open()
      await door.opened
      await task.deliver({ text: 'late' }).catch(refused.open)
    })
    const task = await hire('work')
    await running.opened
    await worker.stop({ graceMs: 0 })
    door.open()
    expect(await refused.opened).toMatchObject({ message: 'The worker is stopping.' })
    expect(market(await bench.read(task)).phase).toBe('requested')
  })

  it('works through the abort signal, even before the start', async () => {
    const leaving = new AbortController()
    const worker = work(() => 'never', { signal: leaving.signal })
    leaving.abort()
    await worker.closed
    await work(() => 'never', { signal: AbortSignal.abort() }).closed
    expect(reportedErrors).toEqual([])
  })
})

describe('receive', () => {
  it('resumes the stream where the previous process stopped', async () => {
    const file = join(folder, 'position')
    const first = work(({ text: order }) => order, { store: fileStore(file) })
    await when(await hire('one'), 'completed')
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toMatch(/^\d+$/), polling)
    await first.stop()
    const position = await readFile(file, 'utf8')
    const requested = gate<unknown>()
    const client = clientThrough(bench.souk, bench.provider.key, async (url, init) => {
      if (url.endsWith('/dashboard/stream')) requested.open(new Headers(init?.headers).get('last-event-id'))
      return undefined
    })
    work(({ text: order }) => order, { client, store: fileStore(file) })
    expect(await requested.opened).toBe(position)
    expect(pieces(await when(await hire('two'), 'completed'))).toEqual(['two'])
  })

  it('finds open tasks without a stored position', async () => {
    const task = await hire('old')
    const store = memoryStore()
    await store.save('7')
    const positions: unknown[] = []
    const client = clientThrough(bench.souk, bench.provider.key, async (url, init) => {
      if (!url.endsWith('/dashboard/stream')) return undefined
      positions.push(new Headers(init?.headers).get('last-event-id'))
      return positions.length > 1 ? undefined : new Response('{}', { status: 410 })
    })
    work(({ text: order }) => order, { client, store })
    expect(pieces(await when(task, 'completed'))).toEqual(['old'])
    expect(pieces(await when(await hire('new'), 'completed'))).toEqual(['new'])
    expect(positions.slice(0, 2)).toEqual(['7', null])
  })

  it('does not advance past an event that no handler received', async () => {
    const store = memoryStore()
    let isDown = false
    const positions: unknown[] = []
    const client = clientThrough(bench.souk, bench.provider.key, async (url, init) => {
      if (url.endsWith('/dashboard/stream')) positions.push(new Headers(init?.headers).get('last-event-id'))
      return isDown && url.includes('/tasks/task_') ? new Response('{}', { status: 503 }) : undefined
    })
    const messageReceived = gate()
    work(
      async (task) => {
        await task.progress('Listening')
        await task.next()
        messageReceived.open()
        return 'heard'
      },
      { client, store },
    )
    const task = await hire('listen')
    await when(task, 'working')
    await vi.waitFor(async () => expect(await store.load()).toBeDefined(), polling)
    isDown = true
    await say(task, 'psst')
    await vi.waitFor(() => expect(reportedErrors).not.toEqual([]), polling)
    const position = await store.load()
    const { items } = await bench.provider.client.notifications.listNotifications({ limit: 1 })
    expect(Number(position)).toBeLessThan(Number(items[0]?.id))
    isDown = false
    await messageReceived.opened
    expect(pieces(await when(task, 'completed'))).toEqual(['heard'])
    expect(positions.slice(0, 2)).toEqual([null, position])
  })

  it('works by polling', async () => {
    const canceled = gate<unknown>()
    const client = clientThrough(bench.souk, bench.provider.key, async (url) =>
      url.endsWith('/stream') ? fail('unexpected stream request') : undefined,
    )
    const before = await hire('before')
    work(
      async (task) => {
        if (task.text !== 'ask') return task.text
        await task.ask('Yes?')
        return task.ask('Sure?').then(
          () => 'sure',
          (error: unknown) => canceled.open(error),
        )
      },
      { client, receive: 'poll', pollMs: 50 },
    )
    expect(pieces(await when(before, 'completed'))).toEqual(['before'])
    const task = await hire('ask')
    await when(task, 'input_required')
    await say(task, 'yes')
    await vi.waitFor(async () => expect(await providerActions(task)).toEqual(['ask', 'ask']), polling)
    await bench.client.client.tasks.cancelTask({ name: bench.provider.agent.name, taskId: task.id })
    expect(await canceled.opened).toMatchObject({ message: 'The task is canceled.' })
  })

  it('works by webhook', async () => {
    const secret = `whsec_${Buffer.from('a secret that only this test uses').toString('base64')}`
    const client = clientThrough(bench.souk, bench.provider.key, async (url) =>
      url.endsWith('/stream') ? fail('unexpected stream request') : undefined,
    )
    const worker = work(async (task) => `heard ${(await task.ask('What?')).parts[0]?.text}`, {
      client,
      receive: 'webhook',
    })
    const kinds: string[] = []
    const server = createServer((request, response) => {
      const take = async () => {
        const event = await verifyWebhook(await text(request), request.headers, secret)
        kinds.push(event.type)
        await worker.handleWebhook(event)
      }
      void take().then(
        () => response.writeHead(204).end(),
        () => response.writeHead(400).end(),
      )
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : fail('no port')
    await bench.provider.client.webhooks.setWebhook({ url: `http://localhost:${port}/souk`, secret })
    const task = await hire('listen')
    await when(task, 'input_required')
    await say(task, 'music')
    expect(pieces(await when(task, 'completed'))).toEqual(['heard music'])
    expect(kinds).toContain('webhook.test')
    expect(kinds).toContain('task.created')
    server.closeAllConnections()
    server.close()
  })
})

describe('a worker after a fatal error', () => {
  it('stops when its key is revoked', async () => {
    const { provider } = bench
    const worker = work(() => 'work', { receive: 'poll', pollMs: 50 })
    await when(await hire('one'), 'completed')
    const { items } = await provider.owner.keys.listKeys({ agentId: provider.agent.id })
    await provider.owner.keys.deactivateKey({ agentId: provider.agent.id, kid: items[0]?.kid ?? '' })
    await expect(worker.closed).rejects.toMatchObject({ kind: 'unauthorized' })
    expect(reportedErrors).toHaveLength(1)
  })

  it('waits for an unreachable marketplace without counting handler failures', async () => {
    let failures = 0
    const client = clientThrough(bench.souk, bench.provider.key, async (url) => {
      const isLate = url.endsWith('/agents/me') || url.endsWith(':deliver')
      return isLate && (failures += 1) % 2 !== 0 ? new Response('{}', { status: 503 }) : undefined
    })
    work(() => 'patience', { client, attempts: 1 })
    expect(pieces(await when(await hire('work'), 'completed'))).toEqual(['patience'])
    expect(failures).toBe(4)
  })
})
