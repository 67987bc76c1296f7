import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import type { Id } from '../../src/lib/ids.ts'
import { openNatsWakeups } from '../../src/node/wakeups/nats.ts'
import type { WakeupParts, Wakeups } from '../../src/node/wakeups/wakeups.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { openSubscription } from '../fixtures/a2a/event-subscription.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { startNode, type Node } from '../fixtures/processes/nodes.ts'
import { endWithTests, installed } from '../fixtures/processes/programs.ts'
import { createScratch, freePort, startServer } from '../fixtures/processes/server-process.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'

const command = installed('nats-server')
const disconnectedMessage = 'no wakeups from other nodes; polling until reconnected'
const back = 'wakeups from other nodes restored'
const polling = { timeout: 60_000, interval: 20 }

let folder: string
let souk: Souk
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-nats-'))
  souk = await startSouk()
})
afterAll(async () => {
  await souk.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Line {
  msg: string
  error?: string
}

/** Opens wakeups as a server does and collects its log. */
function open(url: string, parts: Partial<WakeupParts> = {}): Wakeups & { logged: Line[] } {
  const { config, database } = souk.context
  const logged: Line[] = []
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) })
  const options = { config, database, databaseUrl: '', onTopics: () => undefined, ...parts, log }
  return { ...openNatsWakeups(url, options), logged }
}
const messagesOf = ({ logged }: { logged: Line[] }) => logged.map(({ msg }) => msg)

interface Nats {
  readonly port: number
  stop(): Promise<void>
}

async function startNats(port: number, ...more: string[]): Promise<Nats> {
  const args = ['-a', '127.0.0.1', '-p', String(port), ...more]
  const child: ChildProcess = spawn(command ?? '', args, { cwd: folder })
  endWithTests(child)
  let output = ''
  const ready = new Promise<void>((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Server is ready')) resolve()
    })
  })
  const exited = once(child, 'exit')
  await Promise.race([ready, exited.then(() => fail(`nats-server did not start: ${output}`))])
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Publishes repeatedly until received, because a subscription is not acknowledged. */
async function wake(from: Pick<Wakeups, 'publish'>, topic: string, received: () => boolean): Promise<void> {
  await vi.waitFor(async () => {
    await from.publish([topic])
    expect(received()).toBe(true)
  }, polling)
}

describe('NATS_URL', () => {
  it.each(['http://nats.example.com:4222', 'nats.example.com:4222', 'nats'])(
    'is refused when it is %s',
    (url) => {
      expect(() => readConfig({ NATS_URL: url })).toThrow(/^NATS_URL must be .*nats:\/\/ or tls:\/\//)
    },
  )

  it('may be unreachable: the server warns once, works and stops cleanly', async () => {
    const scratch = await createScratch()
    const server = await startServer('node', scratch, { NATS_URL: 'nats://127.0.0.1:1' })
    await vi.waitFor(() => expect(server.output()).toContain(disconnectedMessage), polling)
    expect((await server.call('getReady')).status).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(server.output().split(disconnectedMessage)).toHaveLength(2)
    await scratch.drop()
  })

  it('may be unresponsive: closing does not wait', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : address
    const wakeups = open(`nats://127.0.0.1:${port}`)
    await once(silent, 'connection')
    await wakeups.close()
    silent.close()
    for (const socket of sockets) socket.destroy()
  })
})

describe.skipIf(command === undefined)('wakeups over NATS', () => {
  let nats: Nats
  let agentId: Id<'agt'>
  const nodes: Node[] = []
  const logs: Line[][] = []
  beforeAll(async () => {
    nats = await startNats(await freePort())
    agentId = idOf((await createTestAgent(souk)).agent)
    for (const workers of [['event-relay'], []]) {
      const openWakeups = (parts: WakeupParts) => {
        const wakeups = open(`nats://127.0.0.1:${nats.port}`, parts)
        logs.push(wakeups.logged)
        return wakeups
      }
      nodes.push(await startNode(souk, { workers, openWakeups }))
    }
  })
  afterAll(async () => {
    for (const node of nodes) await node.stop()
    await nats.stop()
  })

  const nodeAt = (index: number) => nodes[index] ?? fail('no node')
  const loggedMessages = () => logs.map((logged) => messagesOf({ logged }))

  /** Listens with an interval longer than the test, so that polling cannot be mistaken for a wakeup. */
  async function wakeNode(from: Node, to: Node, topic: string): Promise<void> {
    const subscription = to.context.pubsub.listen(topic)
    let received = false
    const receive = async () => {
      await subscription.next(new AbortController().signal, 60_000)
      received = true
    }
    void receive()
    await wake(from.context.wakeups, topic, () => received)
    subscription.close()
  }

  it('reach the other node in both directions', async () => {
    await wakeNode(nodeAt(0), nodeAt(1), 'task:one')
    await wakeNode(nodeAt(1), nodeAt(0), 'task:two')
    expect(loggedMessages()).toEqual([[], []])
  })

  it('are never sent unencrypted with a tls URL', async () => {
    const wakeups = open(`tls://127.0.0.1:${nats.port}`)
    await vi.waitFor(() => expect(messagesOf(wakeups)).toEqual([disconnectedMessage]), polling)
    expect(wakeups.logged).toMatchObject([{ error: expect.stringContaining("does not support 'tls'") }])
    await wakeups.close()
  })

  it('are optional for delivery and resume with NATS', async () => {
    const events = await openSubscription(nodeAt(1).context, { agentId, kinds: ['listing.updated'] })
    // The first event only marks the start of the stream.
    await events.next()
    await nats.stop()
    await nodeAt(0).context.store.write(async (tx) => {
      const data = { listingId: 'while NATS is away', status: 'open' as const }
      tx.emit({ kind: 'listing.updated', agentId, subject: data.listingId, data })
    })
    const { data } = await events.next()
    expect(data).toContain('while NATS is away')
    events.leave()
    await vi.waitFor(
      () => expect(loggedMessages()).toEqual([[disconnectedMessage], [disconnectedMessage]]),
      polling,
    )
    nats = await startNats(nats.port)
    await wakeNode(nodeAt(0), nodeAt(1), 'task:three')
    await wakeNode(nodeAt(1), nodeAt(0), 'task:four')
    expect(loggedMessages()).toEqual([
      [disconnectedMessage, back],
      [disconnectedMessage, back],
    ])
  })
})

describe.skipIf(command === undefined)('a NATS with accounts', () => {
  let nats: Nats
  beforeAll(async () => {
    const users = `authorization { users = [
      { user: souk, password: "p@ss:1" }
      { user: mute, password: "p@ss:1", permissions: { publish: "elsewhere", subscribe: ">" } } ] }`
    await writeFile(join(folder, 'accounts.conf'), users)
    nats = await startNats(await freePort(), '-c', 'accounts.conf')
  })
  afterAll(() => nats.stop())

  const as = (user: string) => `nats://${user}@127.0.0.1:${nats.port}`

  it('uses the user and password of the URL', async () => {
    const received: string[] = []
    const [one, two] = [
      open(as('souk:p%40ss%3A1')),
      open(as('souk:p%40ss%3A1'), { onTopics: (topics) => void received.push(...topics) }),
    ]
    await wake(one, 'task:five', () => received.includes('task:five'))
    await Promise.all([one.close(), two.close()])
    expect([one.logged, two.logged]).toEqual([[], []])
  })

  it.each([
    ['souk:wrong', /Authorization Violation/],
    ['mute:p%40ss%3A1', /Permissions Violation for Publish/],
  ])('that refuses %s causes one warning, and local wakeups still work', async (user, complaint) => {
    const received: string[] = []
    const wakeups = open(as(user), { onTopics: (topics) => void received.push(...topics) })
    await vi.waitFor(() => expect(wakeups.logged).toHaveLength(1), polling)
    expect(wakeups.logged).toMatchObject([
      { msg: disconnectedMessage, error: expect.stringMatching(complaint) },
    ])
    await wakeups.publish(['task:six'])
    expect(received).toEqual(['task:six'])
    await wakeups.close()
  })
})
