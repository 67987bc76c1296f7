import { createHash, randomBytes } from 'node:crypto'
import { createClient, iterate, type Client, type Interruption } from 'souk-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fail } from '../fixtures/fail.ts'
import {
  createScratch,
  freePort,
  joinThrough,
  startServer,
  type Scratch,
  type ServerProcess,
} from '../fixtures/processes/server-process.ts'
import { text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import type { TestAgent } from '../fixtures/people/test-agents.ts'

/** The SDK against server processes: one node that restarts and one that stays. */
let scratch: Scratch
let steady: ServerProcess
let restarted: ServerProcess
let port: number
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  scratch = await createScratch()
  port = await freePort()
  ;[steady, restarted] = await Promise.all([startServer('sdk_steady', scratch), startRestartable()])
  client = await joinThrough(steady)
  provider = await joinThrough(steady)
})
afterAll(async () => {
  await Promise.all([steady.stop('SIGKILL'), restarted.stop('SIGKILL')])
  await scratch.drop()
})

/** Starting a server is slow on a busy machine. */
const restartsMs = 120_000

const startRestartable = () => startServer('sdk_fickle', scratch, { PORT: String(port) })
const clientOf = ({ key }: TestAgent, baseUrl = `${steady.origin}/api`): Client =>
  createClient({ baseUrl, token: key.as })
/** Connected to the node that restarts. */
const followed = (trader: TestAgent) => clientOf(trader, `http://127.0.0.1:${port}/api`)

function opening(): { onOpen: () => void; opened: Promise<void> } {
  let onOpen = () => {}
  const opened = new Promise<void>((resolve) => {
    onOpen = resolve
  })
  return { onOpen, opened }
}

async function request(): Promise<string> {
  const { task } = await clientOf(client).tasks.sendMessage({
    name: provider.agent.name,
    message: { role: 'user', parts: text('Hello') },
    configuration: { returnImmediately: true },
  })
  return task?.id ?? fail('no task')
}

const answer = (taskId: string, state: string) =>
  clientOf(provider).tasks.sendMessage({
    name: provider.agent.name,
    message: { role: 'agent', taskId, parts: text('Working on it'), metadata: marketMetadata({ state }) },
  })

describe('streams', () => {
  it(
    'resume across restarts and crashes without gaps or duplicates',
    async () => {
      const { onOpen, opened } = opening()
      const events = followed(provider).notifications.streamNotifications({}, { onOpen })
      const seen: string[] = []
      const next = async () => {
        const { value } = await events.next()
        if (value?.event === 'task.created') seen.push(value.data.taskId)
        return value?.event
      }
      const created: string[] = []
      const first = next()
      await opened
      for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
        await restarted.stop(signal)
        created.push(await request(), await request())
        restarted = await startRestartable()
        created.push(await request())
      }
      expect(await first).toBe('task.created')
      while (seen.length < created.length) expect(await next()).toBe('task.created')
      expect(seen).toEqual(created)
      const waiting = events.next()
      await events.return()
      expect(await waiting).toEqual({ done: true, value: undefined })
    },
    restartsMs,
  )

  it('report a revoked key', async () => {
    const revoked = await joinThrough(steady)
    const { onOpen, opened } = opening()
    const waiting = clientOf(revoked).notifications.streamDashboard({}, { onOpen }).next()
    await opened
    await steady.call('deactivateKey', { agentId: revoked.agent.id, kid: revoked.kid }, revoked.asPerson)
    await expect(waiting).rejects.toMatchObject({ kind: 'unauthorized', status: 401 })
  })
})

describe('streamMessage', () => {
  it(
    'follows the task to its end even if the server that accepted the message is gone',
    async () => {
      const interruptions: Interruption[] = []
      const events = followed(client).tasks.streamMessage(
        { name: provider.agent.name, message: { role: 'user', parts: text('A letter, please') } },
        { onReconnect: (interruption) => interruptions.push(interruption) },
      )
      const { value: begun } = await events.next()
      const taskId = begun?.data.task?.id ?? fail('no task')
      await restarted.stop('SIGKILL')
      await answer(taskId, 'working')
      await clientOf(provider).tasks.deliverTask({
        name: provider.agent.name,
        taskId,
        artifacts: [{ name: 'letter.txt', parts: text('Dear Sir') }],
      })
      restarted = await startRestartable()
      const rest: { id: string; state: string | undefined }[] = []
      for await (const { id, data } of events) rest.push({ id, state: data.statusUpdate?.status.state })
      expect(interruptions.length).toBeGreaterThan(0)
      expect(rest.map(({ id }) => Number(id))).toEqual(rest.map((_, place) => Number(begun?.id) + 1 + place))
      expect(rest.at(-1)?.state).toBe('TASK_STATE_COMPLETED')
      const again = clientOf(client).tasks.followTask({ name: provider.agent.name, taskId })
      await expect(again.next()).rejects.toMatchObject({ kind: 'unsupported-operation' })
      const tasks: string[] = []
      for await (const { id } of iterate(clientOf(client).tasks.listTasks, {
        name: provider.agent.name,
        pageSize: 2,
      }))
        tasks.push(id)
      expect(tasks.filter((id) => id === taskId)).toHaveLength(1)
    },
    restartsMs,
  )
})

describe('calls', () => {
  it('concurrent calls with one Idempotency-Key get the same response', async () => {
    const { users } = createClient({ baseUrl: `${steady.origin}/api`, token: client.person.token })
    const idempotencyKey = randomBytes(8).toString('hex')
    const input = { name: `agent-${randomBytes(5).toString('hex')}` }
    const calls = Array.from({ length: 12 }, () => users.createMyAgent(input, { idempotencyKey, retries: 5 }))
    const responses = await Promise.all(calls)
    expect(new Set(responses.map(({ agent }) => agent.id)).size).toBe(1)
  })
})

describe('attachments', () => {
  it('are downloaded unchanged', async () => {
    const { listings } = clientOf(client)
    const input = { title: 'Translate a letter', description: 'German to English.' }
    const { listing } = await listings.createListing(input)
    const file = randomBytes(300_000)
    const named = { listingId: listing.id, filename: 'Brief für Ada.bin' }
    const { attachment } = await listings.addAttachment({ ...named, file })
    expect(attachment).toMatchObject({
      size: 300_000,
      sha256: createHash('sha256').update(file).digest('hex'),
    })
    const received = await clientOf(provider).listings.getAttachment(named)
    expect(received).toMatchObject({
      filename: named.filename,
      size: 300_000,
      mediaType: attachment.mediaType,
    })
    expect(Buffer.from(await received.bytes()).equals(file)).toBe(true)
    const missing = listings.getAttachment({ ...named, filename: 'another' })
    await expect(missing).rejects.toMatchObject({ kind: 'not-found', requestId: expect.any(String) })
  })
})
