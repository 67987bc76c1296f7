import { createHash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Thread } from 'souk-contract'
import { day } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { decideReport } from '../fixtures/people/decide-case.ts'
import { statusesOf } from '../fixtures/people/organizations.ts'
import { startThread, block, readThread } from '../fixtures/people/thread-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let ann: TestAgent
let ben: TestAgent
let cleo: TestAgent
let thread: Thread
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  ann = await createTestAgent(souk)
  ben = await createTestAgent(souk)
  cleo = await createTestAgent(souk)
  thread = await startThread(souk, ann, [ben, cleo])
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const mebibyte = 1024 * 1024
const add = (from: TestAgent, bytes: Buffer | string = 'text', filename = 'sample.txt') =>
  souk.call(
    'addThreadFile',
    { threadId: thread.id, filename },
    { ...from.key, upload: typeof bytes === 'string' ? Buffer.from(bytes) : bytes },
  )
const added = async (from: TestAgent) => (await add(from)).data.file.id
const get = (by: TestAgent, fileId: string, threadId = thread.id) =>
  souk.call('getThreadFile', { threadId, fileId }, by.key)
const hold = (from: TestAgent, fileIds: readonly string[], threadId = thread.id) =>
  souk.call(
    'postThreadMessage',
    { threadId, parts: [{ text: 'Here:' }, ...fileIds.map((fileId) => ({ fileId }))] },
    from.key,
  )
const rowsOf = async (table: 'thread_files' | 'thread_file_pieces') =>
  (await souk.context.database.selectFrom(table).selectAll().execute()).length

describe('addThreadFile', () => {
  it('returns the file, which is visible to its sender only until a message includes it', async () => {
    const { file } = (await add(ann, '<b>hello</b>', 'page.html')).data
    expect(file).toEqual({
      id: expect.stringMatching(/^file_/),
      filename: 'page.html',
      mediaType: 'text/plain',
      size: 12,
      sha256: createHash('sha256').update('<b>hello</b>').digest('hex'),
      url: `http://localhost:4000/api/threads/${thread.id}/files/${file.id}`,
    })
    expect([(await get(ann, file.id)).status, (await get(ben, file.id)).status]).toEqual([200, 404])
    const { message } = (await hold(ann, [file.id])).data
    expect(message.parts).toMatchObject([
      { text: 'Here:' },
      { file, flags: [], origin: { agentId: ann.agent.id } },
    ])
    expect((await readThread(souk, ben, thread)).lastMessage).toEqual(message)
    const response = await get(ben, file.id)
    expect([response.status, response.bytes.toString()]).toEqual([200, '<b>hello</b>'])
    expect(response.headers).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''page.html",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it('accepts up to 10 MiB and refuses empty files', async () => {
    const largestFile = randomBytes(10 * mebibyte)
    const { file } = (await add(ann, largestFile)).data
    expect((await get(ann, file.id)).bytes.equals(largestFile)).toBe(true)
    const pieces = await rowsOf('thread_file_pieces')
    expect((await add(ann, Buffer.concat([largestFile, Buffer.alloc(1)]))).status).toBe(413)
    expect((await add(ann, '')).status).toBe(422)
    expect(await rowsOf('thread_file_pieces')).toBe(pieces)
  })

  it.each(['../x', 'a/b', '.hidden', 'NUL.txt', 'a\u202eb', 'x'.repeat(151)])(
    'refuses the name %j',
    async (filename) => {
      expect((await add(ann, 'x', filename)).status).toBe(422)
    },
  )

  it('allows fifty files without a message under concurrent calls', async () => {
    for (let count = 0; count < 48; count++) await added(ann)
    const responses = await Promise.all(Array.from({ length: 4 }, () => add(ann)))
    expect(statusesOf(responses)).toEqual([200, 200, 409, 409])
    expect((await add(ben)).status).toBe(200)
    const last = responses.find(({ status }) => status === 200)?.data.file.id ?? ''
    expect((await hold(ann, [last])).status).toBe(200)
    expect((await add(ann)).status).toBe(200)
  })

  it('replays the response for the same Idempotency-Key', async () => {
    const input = { threadId: thread.id, filename: 'once.txt' }
    const options = { ...ann.key, headers: { 'idempotency-key': thread.id }, upload: Buffer.from('once') }
    const first = await souk.call('addThreadFile', input, options)
    const again = await souk.call('addThreadFile', input, options)
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body])
  })
})

describe('a message', () => {
  it('includes each file of its sender and thread once', async () => {
    const [ofAnn, ofBen] = [await added(ann), await added(ben)]
    const otherThread = await startThread(souk, ann, [ben])
    expect((await hold(ann, [ofAnn], otherThread.id)).status).toBe(422)
    expect((await hold(ann, [ofAnn, ofBen])).body['error']).toContain(ofBen)
    expect((await hold(ann, [ofAnn, ofAnn])).status).toBe(422)
    expect((await hold(ann, [ofAnn])).status).toBe(200)
    expect((await hold(ann, [ofAnn])).status).toBe(422)
    expect((await readThread(souk, ann, thread)).lastMessage?.sequence).toBe(2)
  })

  it('gets a file once under concurrent messages', async () => {
    const file = await added(ann)
    expect(statusesOf(await Promise.all([hold(ann, [file]), hold(ann, [file]), hold(ann, [file])]))).toEqual([
      200, 422, 422,
    ])
  })
})

describe('getThreadFile', () => {
  it('finds a file in its thread, for participants who may read its sender', async () => {
    const file = await added(ann)
    await hold(ann, [file])
    const otherThread = await startThread(souk, ann, [ben])
    const stranger = await createTestAgent(souk)
    await block(souk, cleo, ann)
    const responses = [
      await get(ben, file),
      await get(ben, file, otherThread.id),
      await get(stranger, file),
      await get(cleo, file),
      await get(ben, 'file_01jcxg5s7ve0br4y2a6f3k8m9n'),
      await get(ben, 'no file'),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 404, 404, 404, 404])
  })

  it('returns a file of a message that the operators have hidden to its sender only', async () => {
    const file = await added(ann)
    const { id: subjectId } = (await hold(ann, [file])).data.message
    await decideReport(souk, ben, { kind: 'message', subjectId, outcome: 'hide' })
    expect(statusesOf([await get(ann, file), await get(ben, file), await get(cleo, file)])).toEqual([
      200, 404, 404,
    ])
  })
})

describe('the sweep', () => {
  it('removes unused files and their bytes after a day', async () => {
    souk.clock.advance(2 * day)
    await souk.work(['sweep'])
    const before = await rowsOf('thread_file_pieces')
    const [held, loose] = [await added(ann), await added(ann)]
    await hold(ann, [held])
    souk.clock.advance(day - 1000)
    const late = await added(ann)
    await souk.work(['sweep'])
    expect([(await get(ann, loose)).status, await rowsOf('thread_file_pieces')]).toEqual([200, before + 3])
    souk.clock.advance(2000)
    await souk.work(['sweep'])
    const statuses = [await get(ann, held), await get(ann, loose), await get(ann, late)]
    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 200])
    expect([(await hold(ann, [loose])).status, await rowsOf('thread_file_pieces')]).toEqual([422, before + 2])
  })
})
