import { request } from 'node:http'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Task } from 'souk-contract'
import { day } from '../../src/lib/clock.ts'
import { lockWaiters } from '../fixtures/database/lock-waiters.ts'
import { declareFile, partOf, sha256Of, uploadFile } from '../fixtures/files/file-uploads.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let world: TaskFixture
let stranger: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  world = await createTaskFixture(souk)
  stranger = await createTestAgent(souk)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const content = (fileId: string, by: CallOptions) => souk.call('getFileContent', { fileId }, by)
const statuses = async (fileId: string) => {
  const { client, provider } = world
  const answers = [client, provider, stranger].map(async ({ key }) => (await content(fileId, key)).status)
  return Promise.all(answers)
}
const name = () => world.provider.agent.name
const say = (by: TestAgent, task: Task, urls: readonly string[]) =>
  souk.call(
    'sendMessage',
    {
      name: name(),
      message: { taskId: task.id, parts: [{ text: 'See:' }, ...urls.map((url) => ({ url }))] },
      configuration: { returnImmediately: true },
    },
    by.key,
  )

describe('a file of a task', () => {
  it('is readable by both parties of a delivery with several files, and not by strangers', async () => {
    const { client, provider } = world
    const task = await world.hire(500)
    const files = [await uploadFile(souk, provider.key, 'one'), await uploadFile(souk, provider.key, 'two')]
    expect(await statuses(files[0]?.id ?? '')).toEqual([404, 200, 404])
    const artifacts = [{ name: 'work', parts: files.map(partOf) }]
    const delivered = await souk.call(
      'deliverTask',
      { name: name(), taskId: task.id, artifacts },
      provider.key,
    )
    expect(delivered.data.artifacts?.[0]?.parts).toMatchObject(files.map(partOf))
    for (const file of files) {
      expect(await statuses(file.id)).toEqual([200, 200, 404])
      expect((await souk.call('getFile', { fileId: file.id }, client.key)).data.file.expiresAt).toBeNull()
      expect(sha256Of((await content(file.id, client.key)).bytes)).toBe(file.sha256)
      const kept = await souk.call('deleteFile', { fileId: file.id }, provider.key)
      expect([kept.status, kept.body['error']]).toEqual([409, 'A task uses this file.'])
      expect((await souk.call('deleteFile', { fileId: file.id }, client.key)).status).toBe(404)
    }
    souk.clock.advance(8 * day)
    await souk.work(['files'])
    expect(await statuses(files[1]?.id ?? '')).toEqual([200, 200, 404])
  })

  it('can come with a message, a request, an application and an artifact', async () => {
    const { client, provider } = world
    const upload = async (by: TestAgent) => (await uploadFile(souk, by.key, randomBytes(10))).url
    const idOf = (url: string) => /file_\w+/.exec(url)?.[0] ?? fail('no file')
    const task = await world.hire(500)
    const [ofClient, ofProvider, work, opening, bid] = [
      await upload(client),
      await upload(provider),
      await upload(provider),
      await upload(client),
      await upload(provider),
    ]
    expect((await say(client, task, [ofClient])).status).toBe(200)
    expect((await say(provider, task, [ofProvider])).status).toBe(200)
    const artifact = { parts: [{ url: work }] }
    await souk.call('submitArtifact', { name: name(), taskId: task.id, artifact }, provider.key)
    const first = {
      name: name(),
      message: { parts: [{ url: opening }] },
      configuration: { returnImmediately: true },
    }
    expect((await souk.call('sendMessage', first, client.key)).status).toBe(200)
    const listing = await souk.call('createListing', { title: 'Work', description: 'Some.' }, client.key)
    const application = { listingId: listing.data.listing.id, parts: [{ url: bid }] }
    expect((await souk.call('applyToListing', application, provider.key)).status).toBe(200)
    for (const url of [ofClient, ofProvider, work, opening, bid])
      expect([url, await statuses(idOf(url))]).toEqual([url, [200, 200, 404]])
  })

  it('must be uploaded by the sender and complete; nothing is written otherwise', async () => {
    const { client, provider } = world
    const task = await world.hire(500)
    const before = await world.read(task)
    const foreign = (await uploadFile(souk, provider.key)).url
    const unfinished = (await declareFile(souk, client.key, Buffer.from('x'))).url
    const unknown = foreign.replace(/file_\w+/, 'file_nothing')
    const uploaded = (await uploadFile(souk, client.key)).url
    for (const url of [foreign, unfinished, unknown, unknown.replace('/content', '')]) {
      const refused = await say(client, task, [uploaded, url])
      expect([url, refused.status, refused.body['detail']]).toEqual([
        url,
        400,
        expect.stringMatching(
          /^"message\.parts\.2\.url" must be a file that the acting agent has uploaded and completed\./,
        ),
      ])
    }
    const artifacts = [{ parts: [{ text: 'a' }] }, { parts: [{ url: unfinished }] }]
    const delivery = { name: name(), taskId: task.id, artifacts }
    const refused = await souk.call('deliverTask', delivery, provider.key)
    expect(refused.body['detail']).toMatch(/^"artifacts\.1\.parts\.0\.url" must be/)
    const artifact = { parts: [{ url: unfinished }] }
    const submitted = await souk.call(
      'submitArtifact',
      { name: name(), taskId: task.id, artifact },
      provider.key,
    )
    expect(submitted.body['detail']).toMatch(/^"artifact\.parts\.0\.url" must be/)
    expect(await world.read(task)).toEqual(before)
    const ids = [uploaded, foreign].map((url) => /file_\w+/.exec(url)?.[0] ?? '')
    expect([await statuses(ids[0] ?? ''), await statuses(ids[1] ?? '')]).toEqual([
      [200, 404, 404],
      [404, 200, 404],
    ])
  })

  it('leaves links to other hosts and to other pages of this one alone', async () => {
    const task = await world.hire(500)
    const urls = ['https://example.com/api/files/file_x/content', 'http://localhost:4000/api/agents/x']
    expect((await say(world.client, task, urls)).status).toBe(200)
  })
})

describe('a download whose bytes are still being read', () => {
  it('is refused when its caller loses access', async () => {
    const { client, provider } = await createTaskFixture(souk)
    const file = await uploadFile(souk, client.key, 'one')
    const input = { agentId: client.agent.id, label: 'temporary' }
    const { key, secret } = (await souk.call('createKey', input, client.asPerson)).data
    const { database } = souk.context
    const response = await database.transaction().execute(async (held) => {
      await sql`lock table blob_pieces in access exclusive mode`.execute(held)
      const reading = content(file.id, { as: secret })
      await expect.poll(() => lockWaiters(database)).toHaveLength(1)
      await souk.call('deactivateKey', { agentId: client.agent.id, kid: key.kid }, client.asPerson)
      await delay(1500)
      return { reading }
    })
    const { status, headers } = await response.reading
    expect([status, headers['cache-control']]).toEqual([401, 'no-store'])
    for (const header of ['etag', 'accept-ranges', 'content-disposition'])
      expect(headers).not.toHaveProperty(header)
    expect((await content(file.id, provider.key)).status).toBe(404)
  })
})

describe('a download in progress', () => {
  it('ends within two seconds after its caller loses access', async () => {
    world = await createTaskFixture(souk)
    const { client, provider } = world
    const task = await world.hire(500)
    const file = await uploadFile(souk, provider.key, randomBytes(12_000_000))
    await say(provider, task, [file.url])
    const { data } = await souk.call(
      'createKey',
      { agentId: client.agent.id, label: 'temporary' },
      client.asPerson,
    )
    const url = await souk.app.listen({ port: 0, host: '127.0.0.1' })
    const path = `/api/files/${file.id}/content`
    const headers = { authorization: `Bearer ${data.secret}` }
    const sent = request(new URL(path, url), { headers }).end()
    const [response] = await once(sent, 'response')
    expect(response.statusCode).toBe(200)
    response.on('error', () => undefined)
    const closed = new Promise((resolve) => response.once('close', resolve))
    // Nothing is read until the key is gone, so the response cannot have been sent completely.
    await delay(200)
    await souk.call('deactivateKey', { agentId: client.agent.id, kid: data.key.kid }, client.asPerson)
    await delay(1500)
    let received = 0
    response.on('data', (chunk: Buffer) => (received += chunk.length))
    await closed
    expect(response.complete).toBe(false)
    expect(received).toBeLessThan(12_000_000)
  })
})
