import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createCliFixture,
  patienceMs,
  untyped,
  type CliUser,
  type CliFixture,
} from '../fixtures/clients/cli-fixture.ts'
import { fail } from '../fixtures/fail.ts'

let world: CliFixture
let ada: CliUser
let ben: CliUser
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  world = await createCliFixture()
  ada = world.user('ada')
  ben = world.user('ben')
  const password = { input: 'correct horse battery' }
  await ada.runJson('users register --email ada@example.com --name Ada --password-stdin', password)
  await ben.runJson('users register --email ben@example.com --name Ben --password-stdin', password)
  await ada.runJson('agents create ada-hires')
  await ben.runJson('agents create ben-writes')
}, patienceMs)
afterAll(async () => {
  await world?.stop()
  receiver.stop()
})
vi.setConfig({ testTimeout: patienceMs })

interface Receiver {
  readonly url: string
  readonly messages: { headers: IncomingMessage['headers']; body: string }[]
  status: number
  next(count: number): Promise<void>
  stop(): void
}

/** A local program that receives webhooks. */
async function startReceiver(): Promise<Receiver> {
  const messages: Receiver['messages'] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      messages.push({ headers: request.headers, body })
      response.writeHead(receiver.status).end('thanks')
      return server.emit('message')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : fail('no port')
  return {
    url: `http://127.0.0.1:${port}/hook`,
    messages,
    status: 204,
    next: async (count) => {
      while (messages.length < count) await once(server, 'message')
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const hire = async () =>
  (await ada.runJson('tasks send ben-writes Please. --return-immediately')).at('task.id')

describe('souk listen', () => {
  it('posts events to a local URL, signed like webhooks, and resumes its position', async () => {
    const listening = ben.follow(`listen --forward-to ${receiver.url}`)
    const { secret, ...begin } = Object(await listening.next())
    expect(begin).toMatchObject({ listening: true, agent: 'ben-writes', forwardTo: receiver.url })
    const task = await hire()
    const printed = await listening.next()
    expect(printed).toMatchObject({ event: 'task.created', data: { taskId: task }, status: 204, error: null })
    const [message] = receiver.messages.splice(0)
    const headers = Object.fromEntries(
      Object.entries(message?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    expect(new Webhook(String(secret)).verify(message?.body ?? '', headers)).toMatchObject({
      type: 'task.created',
      data: {
        taskId: task,
        agent: { name: 'ben-writes' },
        url: `${world.url}/api/a2a/v1/agents/ben-writes/tasks/${task}`,
      },
    })
    expect(await listening.stop()).toBe(0)
    const missed = await hire()
    const again = ben.follow(
      `listen --forward-to ${receiver.url} --secret a-secret-of-mine --after ${Object(printed).id}`,
    )
    expect(await again.next()).toMatchObject({ secret: 'a-secret-of-mine' })
    expect(await again.next()).toMatchObject({ event: 'task.created', data: { taskId: missed } })
    expect(await again.stop()).toBe(0)
  })

  it('prints events of the selected kinds and reports when the local URL does not accept them', async () => {
    const plain = ben.follow('listen --events task.message,task.updated --after 0')
    const task = await hire()
    await ada.runJson(`tasks reply ${task} "And soon."`)
    expect(await plain.next()).toMatchObject({ event: 'task.message' })
    expect(await plain.stop()).toBe(0)
    const lost = ben.follow('listen --forward-to http://127.0.0.1:1/hook --after 0')
    await lost.next()
    expect(await lost.next()).toMatchObject({ status: null, error: 'connection failed' })
    expect(await lost.stop()).toBe(0)
    expect(await ben.try('listen --forward-to nowhere')).toMatchObject({ code: 1 })
  })
})

describe('a streaming command', () => {
  it('follows a task to its end and prints the outcome', async () => {
    const task = await hire()
    const watching = ada.follow(`tasks watch ${task}`)
    expect(await watching.next()).toMatchObject({ data: { task: { id: task } } })
    await ben.runJson(`tasks deliver ${task} --text Done.`)
    expect(await watching.next()).toMatchObject({ data: { artifactUpdate: { taskId: task } } })
    expect(await watching.next()).toMatchObject({
      data: { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } },
    })
    const declined = await hire()
    const output = ada.follow(`tasks watch ${declined}`)
    await output.next()
    await ben.runJson(`tasks reply ${declined} "No time." --state rejected`)
    expect(JSON.stringify(await output.next())).toContain('No time.')
    expect(await output.ended()).toEqual({ code: 2, errors: expect.stringContaining('declined') })
  })

  it('follows an exchange that it started', async () => {
    const output = ada.follow('tasks send ben-writes "Stay with me." --follow')
    const first = Object(await output.next())
    await ben.runJson(`tasks deliver ${first.data.task.id} --text Done.`)
    expect(await output.next()).toMatchObject({ data: { artifactUpdate: {} } })
    expect(await output.next()).toMatchObject({
      data: { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } },
    })
    expect(await output.ended()).toEqual({ code: 0, errors: '' })
  })

  it('follows payments, threads and notifications', async () => {
    const money = ada.follow('payments watch')
    const threads = ben.follow('threads watch')
    const notes = ben.follow('notifications watch --after 0')
    expect(await notes.next()).toMatchObject({ event: 'task.created' })
    // The other two streams start with new events, so events are created until both have received one.
    const received = Promise.all([money.next(), threads.next()])
    const causeEvents = async () => {
      await ada.runJson('threads start Hello --to ben-writes')
      await ada.runJson('payments top-up 5.00 --currency USD --test-card 4242424242424242')
    }
    const haveReceived = received.then(() => true)
    while (!(await Promise.race([haveReceived, causeEvents().then(() => false)]))) await causeEvents()
    expect(await received).toMatchObject([{ event: 'payments.changed' }, { event: 'thread.message' }])
    expect(await Promise.all([money.stop(), threads.stop(), notes.stop()])).toEqual([0, 0, 0])
  })
})

describe('souk notifications', () => {
  it('lists, counts and marks notifications as read', async () => {
    expect(await ben.runText('notifications list --unread')).toContain('sent you a work request')
    expect(Number((await ben.runJson('notifications count')).at('unread'))).toBeGreaterThan(0)
    expect(await ben.runText('notifications read')).toBe('Unread notifications: 0\n')
  })

  it('changes the channels of a topic', async () => {
    expect(await ben.runText('notifications preferences')).toMatch(/network +yes/)
    await ben.runText('notifications set network --in-app off --mail off')
    expect(await ben.runText('notifications preferences')).toMatch(/network +no +no/)
  })
})

describe('souk webhook', () => {
  it('registers, tests, rotates, lists and redelivers, and is removed', async () => {
    const seen = receiver.messages.length
    expect(
      await ben.runText(
        `webhook register --url ${receiver.url} --secret whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD`,
      ),
    ).toMatch(/status +active/)
    await receiver.next(seen + 1)
    expect(await ben.runText('webhook status')).toContain(receiver.url)
    expect(await ben.runText('webhook test')).toContain('succeeded')
    expect((await ben.runJson('webhook rotate')).at('secret')).toMatch(/^whsec_/)
    receiver.status = 500
    expect((await ben.try('webhook test')).code).toBe(2)
    receiver.status = 204
    const deliveries = await ben.runJson('webhook deliveries')
    const delivery = deliveries.at('items.0.id')
    expect(await ben.runText(`webhook delivery ${delivery}`)).toContain('http_5xx')
    expect((await ben.runJson(`webhook redeliver ${delivery}`)).at('delivery.id')).toBe(delivery)
    expect(await ben.runText('webhook redeliver --failed-since -1d')).toMatch(/^Queued deliveries: \d+$/m)
    const add = `webhook endpoints add --url ${receiver.url} --secret whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD`
    const endpoint = (await ben.runJson(`${add} --events task.created`)).at('endpoint.id')
    expect(await ben.runText('webhook endpoints list')).toContain(endpoint)
    expect(await ben.runText(`webhook endpoints test ${endpoint}`)).toContain('succeeded')
    expect(await ben.runText(`webhook endpoints show ${endpoint}`)).toMatch(/Last 24 hours: [12] delivered/)
    expect(await ben.runText(`webhook deliveries --endpoint ${endpoint} --event webhook.test`)).toContain(
      '204',
    )
    const paused = await ben.runJson(`webhook endpoints update ${endpoint} --state paused`)
    expect(paused.at('endpoint.disabledReason')).toBe('paused')
    expect(await ben.runText(`webhook endpoints remove ${endpoint} --yes`)).toBe(
      'Removed webhook endpoint.\n',
    )
    expect(await ben.try('webhook remove')).toMatchObject({
      code: 12,
      errors: expect.stringContaining('Add --yes.'),
    })
    expect(await ben.runText('webhook remove --yes')).toBe('Removed webhook.\n')
    expect(await ben.try('webhook status --json')).toMatchObject({
      code: 4,
      errors: expect.stringContaining('"kind":"not-found"'),
    })
  })
})

describe('test coverage', () => {
  it('includes every command of the group', () => {
    expect(untyped(world, ['Events'])).toEqual([])
  })
})
