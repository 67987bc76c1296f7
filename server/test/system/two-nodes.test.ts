import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Policy, Task } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEmpty } from '../fixtures/database/databases.ts'
import { createEventReader, type ReadEvent } from '../fixtures/clients/event-reader.ts'
import { fail } from '../fixtures/fail.ts'
import {
  createScratch,
  joinThrough,
  startServer,
  whenSeen,
  type Scratch,
  type ServerProcess,
} from '../fixtures/processes/server-process.ts'
import { withoutProvenance, text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import type { TestAgent } from '../fixtures/people/test-agents.ts'

/** Two server processes that share only a database; all calls go over HTTP. */
let scratch: Scratch
let a: ServerProcess
let b: ServerProcess
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  // Both start concurrently, and one of them migrates the database.
  scratch = await createScratch(createEmpty)
  const start = (name: string) => startServer(name, scratch, { OPERATOR_TOKEN: operatorToken })
  ;[a, b] = await Promise.all([start('node_a'), start('node_b')])
  client = await joinThrough(a)
  provider = await joinThrough(b)
})
afterAll(async () => {
  await Promise.all([a.stop('SIGKILL'), b.stop('SIGKILL')])
  await scratch.drop()
})

const operatorToken = randomUUID()
const polling = { timeout: 60_000, interval: 20 }

/** A request of the client; a repeated key is the same request. */
const send = (node: ServerProcess, idempotencyKey: string = randomUUID(), fields: object = {}) =>
  node.call(
    'sendMessage',
    {
      name: provider.agent.name,
      message: { parts: text('Hello'), ...fields },
      configuration: { returnImmediately: true },
    },
    { ...client.key, headers: { 'idempotency-key': idempotencyKey } },
  )
const request = async (node: ServerProcess) => (await send(node)).data.task ?? fail('no task')
/** The provider sets the state of a task. */
const setState = (node: ServerProcess, { id: taskId }: Task, state: string) => {
  const message = { taskId, parts: text('Working on it'), metadata: marketMetadata({ state }) }
  return node.call('sendMessage', { name: provider.agent.name, message }, provider.key)
}

const dashboard = (node: ServerProcess, as: TestAgent, lastEventId?: string) =>
  createEventReader(`${node.origin}/api/dashboard/stream`, as.key.as ?? '', lastEventId)
const subscription = (node: ServerProcess, { id }: Task, lastEventId?: string) => {
  const path = `/api/a2a/v1/agents/${provider.agent.name}/tasks/${id}:subscribe?A2A-Version=1.0`
  return createEventReader(node.origin + path, client.key.as ?? '', lastEventId)
}

const taskIds = (events: readonly ReadEvent[]) => events.map(({ data }) => data['taskId'])

describe('two nodes', () => {
  it('stream changes made on the other node', async () => {
    const stream = await dashboard(b, client)
    const task = await request(a)
    expect(await stream.next()).toMatchObject({ event: 'task.created', data: { taskId: task.id } })
    stream.close()
    const subscribed = await subscription(b, task)
    const states = [stateOf(await subscribed.next())]
    for (const state of ['working', 'completed']) {
      await setState(a, task, state)
      states.push(stateOf(await subscribed.next()))
    }
    expect(states).toEqual(['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING', 'TASK_STATE_COMPLETED'])
    await subscribed.ended
  })

  it('resume event streams of the other node without gaps or duplicates', async () => {
    const stream = await dashboard(a, client)
    const created = [await request(b)]
    const first = await stream.next()
    stream.close()
    for (let count = 0; count < 12; count++) created.push(await request(count % 2 === 0 ? a : b))
    const hops = [first]
    for (let hop = 0; hop < 6; hop++) {
      const reader = await dashboard(hop % 2 === 0 ? b : a, client, hops.at(-1)?.id)
      hops.push(await reader.next(), await reader.next())
      reader.close()
    }
    expect(taskIds(hops)).toEqual(created.map(({ id }) => id))
  })

  it('resume task streams of the other node', async () => {
    const task = await request(a)
    const original = await subscription(a, task)
    const { id } = await original.next()
    original.close()
    for (const state of ['working', 'input-required', 'completed']) await setState(a, task, state)
    const rest = await subscription(b, task, id)
    await rest.ended
    const seen = [await rest.next(), await rest.next(), await rest.next()]
    expect(seen.map((event) => Number(event.id))).toEqual([2, 3, 4])
  })

  it('end a blocking call with an answer given on the other node', async () => {
    const responder = await joinThrough(b)
    const contextId = randomUUID()
    const listed = () => b.call('listTasks', { name: responder.agent.name, contextId }, responder.key)
    await listed()
    await whenSeen(scratch, responder)
    const question = { parts: text('What time is it?'), contextId }
    const answer = a.call('sendMessage', { name: responder.agent.name, message: question }, client.key)
    const taskId = await vi.waitFor(
      async () => (await listed()).data.tasks[0]?.id ?? fail('no task yet'),
      polling,
    )
    const reply = { taskId, parts: text('Noon'), metadata: marketMetadata({ reply: 'message' }) }
    await b.call('sendMessage', { name: responder.agent.name, message: reply }, responder.key)
    expect(withoutProvenance((await answer).data.message?.parts)).toEqual([{ text: 'Noon' }])
  })

  it('refuse a key deactivated on the other node and end its stream', async () => {
    const revoked = await joinThrough(a)
    const stream = await dashboard(b, revoked)
    const call = () => b.call('getMyAgent', {}, revoked.key)
    expect((await call()).status).toBe(200)
    await a.call(
      'deactivateKey',
      { agentId: revoked.agent.id, kid: revoked.kid },
      { as: revoked.person.token },
    )
    await vi.waitFor(async () => expect((await call()).status).toBe(401), { timeout: 5000, interval: 20 })
    await stream.ended
  })

  it('share rate limits of operations', async () => {
    const { person } = await joinThrough(a)
    const calls = [a, b, a, b, a, b].map((node) => node.call('requestVerification', {}, { as: person.token }))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429, 429])
  })

  it('apply policy and branding that were changed on the other node within two seconds', async () => {
    const { person } = await joinThrough(a)
    await scratch.query('update users set email_verified_at = now() where id = $1', [person.user.id])
    await a.call('addOperator', { email: person.email, role: 'admin' }, { as: operatorToken })
    const change = (changes: Partial<Policy>) =>
      a.call('updatePolicy', { ...changes, reason: 'Test.' }, { as: person.token })
    const joins = async () =>
      (
        await b.call('registerUser', {
          email: `${randomUUID()}@example.com`,
          password: person.password,
          displayName: 'Eve',
        })
      ).status
    const banner = { text: 'Closed for a day.', level: 'warning' } as const
    const brand = { marketName: 'Bazaar', accentColor: '#7a1f5c', supportEmail: 'help@bazaar.example' }
    await change({ ...brand, banner, feeBps: 420, signUp: 'closed', payouts: false })
    await vi.waitFor(
      async () => {
        const { marketName: name, ...others } = brand
        const shown = { name, ...others, banner, signUp: 'closed', payouts: false }
        expect((await b.call('getMarket')).data).toMatchObject(shown)
        expect((await b.call('getStats')).data.feeBps).toBe(420)
        expect(await (await fetch(`${b.origin}/.well-known/ai-catalog.json`)).text()).toContain('Bazaar')
        expect(await joins()).toBe(403)
      },
      { timeout: 2000, interval: 20 },
    )
    await change({ marketName: 'Souk', banner: null, feeBps: 500, signUp: 'open', payouts: true })
    await vi.waitFor(async () => expect(await joins()).toBe(200), { timeout: 2000, interval: 50 })
  })

  it('create one task for an Idempotency-Key sent to both concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const key = randomUUID()
      const fields = { contextId: randomUUID() }
      const both = await Promise.all([a, b].map((node) => send(node, key, fields)))
      expect(both.map(({ status }) => status).toSorted()[0]).toBe(200)
      for (const { status, body } of both) if (status !== 200) expect([status, body]).toMatchObject([409, {}])
      const again = await send(b, key, fields)
      const createdIds = [...both.filter(({ status }) => status === 200), again].map(
        ({ data }) => data.task?.id,
      )
      expect(new Set(createdIds).size).toBe(1)
      const { data } = await a.call('listTasks', { name: provider.agent.name, ...fields }, client.key)
      expect(data.tasks.map(({ id }) => id)).toEqual([createdIds[0]])
    }
  })
})

describe('the node that relays events', () => {
  const writers = 6
  const each = 50

  /** A client that fails over to the other node with the same Idempotency-Key. */
  const sendWithFailover = async (nodes: readonly ServerProcess[]): Promise<string> => {
    const key = randomUUID()
    for (let attempt = 0; attempt < 100; attempt++) {
      const response = await send(nodes[attempt % nodes.length] ?? a, key).catch(() => undefined)
      if (response !== undefined && response.status !== 409) return response.data.task?.id ?? fail('no task')
    }
    return fail('no node answers')
  }

  /** Blocks the event relay in an open transaction; returns its node. */
  const blockRelay = async (): Promise<ServerProcess> => {
    await scratch.query('begin')
    await scratch.query('select from event_numbers for update')
    const name = await vi.waitFor(async () => {
      const [row] = await scratch.query(
        `select application_name as name from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and objid = 7361001 and granted and wait_event_type = 'Lock'
           and datname = current_database()`,
      )
      return row?.['name'] ?? fail('no relay is active')
    }, polling)
    return name === a.name ? a : b
  }

  it(
    'can be killed mid-transaction without lost, duplicate or reordered events',
    { timeout: 60_000 },
    async () => {
      const streams = new Map(
        await Promise.all([a, b].map(async (node) => [node, await watch(node)] as const)),
      )
      const sentByWriter: string[][] = Array.from({ length: writers }, () => [])
      const oneDied = Promise.race([a.exited, b.exited])
      const write = async (writer: number) => {
        const own = sentByWriter[writer] ?? []
        while (own.length < each) {
          if (own.length === each - 10) await oneDied
          own.push(await sendWithFailover(own.length % 2 === 0 ? [a, b] : [b, a]))
        }
      }
      const writing = Promise.all(sentByWriter.map((_own, writer) => write(writer)))
      await vi.waitFor(() => expect(sentByWriter.flat().length).toBeGreaterThan(100), {
        timeout: 20_000,
        interval: 5,
      })
      const killed = await blockRelay()
      await killed.stop('SIGKILL')
      await scratch.query('rollback')
      await writing

      const survivor = killed === a ? b : a
      const uninterrupted = streams.get(survivor) ?? fail('no stream')
      await vi.waitFor(() => expect(uninterrupted.received.length).toBe(writers * each), polling)
      expect(taskIds(uninterrupted.received).toSorted()).toEqual(sentByWriter.flat().toSorted())
      for (const own of sentByWriter)
        expect(taskIds(uninterrupted.received).filter((id) => own.includes(String(id)))).toEqual(own)
      expect(await scratch.query('select count(*) = max(number) as gapless from events')).toEqual([
        { gapless: true },
      ])

      const interrupted = streams.get(killed) ?? fail('no stream')
      await interrupted.reader.ended
      await turn()
      const rest = await watch(survivor, interrupted.received.at(-1)?.id ?? fail('no event was received'))
      await vi.waitFor(
        () => expect(interrupted.received.length + rest.received.length).toBe(writers * each),
        polling,
      )
      expect([...interrupted.received, ...rest.received]).toEqual(uninterrupted.received)
      expect(survivor.output()).not.toContain('"level":50')
    },
  )
})

/** Reads the dashboard stream continuously. */
async function watch(node: ServerProcess, lastEventId?: string) {
  const reader = await dashboard(node, client, lastEventId)
  const received: ReadEvent[] = []
  const receive = async () => {
    for (;;) received.push(await reader.next())
  }
  void receive()
  return { reader, received }
}

function stateOf({ data }: ReadEvent): unknown {
  return Object(data['task'] ?? data['statusUpdate']).status.state
}
