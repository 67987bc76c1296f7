import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Thread } from 'souk-contract'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { statusesOf } from '../fixtures/people/organizations.ts'
import { startThread, block, postMessage, readThread } from '../fixtures/people/thread-messages.ts'
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
  thread = await startThread(souk, ann, [ben])
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const post = (from: TestAgent, fields: object, headers: Record<string, string> = {}) =>
  souk.call('postThreadMessage', { threadId: thread.id, ...fields }, { ...from.key, headers })
const listed = async (by: TestAgent, more: object = {}) =>
  (await souk.call('listThreadMessages', { threadId: thread.id, ...more }, by.key)).data
const sequences = async (by: TestAgent, more: object = {}) =>
  (await listed(by, more)).items.map(({ sequence }) => sequence)
const mark = (by: TestAgent, upTo?: number) =>
  souk.call('readThread', { threadId: thread.id, ...(upTo === undefined ? {} : { upTo }) }, by.key)

describe('postThreadMessage', () => {
  it('stores every kind of part unchanged', async () => {
    const html = '<script>alert("1")</script> {{name}} &amp; \n\ttabs'
    const data = { list: [1, null, { deep: true }], text: '<b>' }
    const { message } = (await post(ben, { parts: [{ text: html }, { data }, { data: null }] })).data
    expect(message).toMatchObject({ sequence: 2, parts: [{ text: html }, { data }, { data: null }] })
    for (const { origin, flags } of message.parts) {
      expect([origin.agentId, origin.name, flags]).toEqual([ben.agent.id, ben.agent.name, []])
    }
    expect((await listed(ann)).items[0]).toEqual(message)
  })

  it('ignores an origin claimed by the sender', async () => {
    expect((await post(ben, { parts: [{ text: 'x', origin: { agentId: ann.agent.id } }] })).status).toBe(400)
    expect((await post(ben, { text: 'x', from: ann.agent.id })).status).toBe(400)
    const { message } = (await post(ben, { parts: [{ data: { origin: { agentId: ann.agent.id } } }] })).data
    expect(message.parts[0]?.origin.agentId).toBe(ben.agent.id)
  })

  it.each([
    ['a zero-width space', { text: 'pay\u200bpal' }, ['hidden-characters']],
    ['a change of direction', { text: 'a\u202eb' }, ['hidden-characters']],
    ['tag characters in data', { data: { note: '\u{e0041}' } }, ['hidden-characters']],
    ['line breaks in data', { data: 'a\nb' }, []],
    ['letters of any language', { text: 'Größe 契約書 😀' }, []],
  ])('flags %s', async (_what, part, flags) => {
    expect((await post(ben, { parts: [part] })).data.message.parts[0]).toMatchObject({ ...part, flags })
  })

  it.each([
    [{}],
    [{ text: 'a', parts: [{ text: 'b' }] }],
    [{ parts: [{ text: 'a', data: 1 }] }],
    [{ parts: [{ fileId: 'nothing' }] }],
    [{ parts: [{ fileId: 'file_01jcxg5s7ve0br4y2a6f3k8m9n' }] }],
    [{ parts: Array.from({ length: 20 }, () => ({ text: 'x'.repeat(20_000) })) }],
  ])('refuses %j', async (fields) => {
    expect((await post(ben, fields)).status).toBe(422)
    expect(await sequences(ann)).toEqual([1])
  })

  it.each([[{ text: ' \n' }], [{ parts: [] }], [{ text: 'x'.repeat(20_001) }], [{ parts: Array.from({ length: 21 }, () => ({ text: 'x' })) }]])(
    'refuses by schema: %#',
    async (fields) => {
      expect((await post(ben, fields)).status).toBe(400)
    },
  ) // prettier-ignore

  it('stores one message per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `said-${thread.id}` }
    const first = await post(ben, { text: 'once' }, headers)
    const again = await post(ben, { text: 'once' }, headers)
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(again.body).toEqual(first.body)
    expect((await post(ben, { text: 'other' }, headers)).status).toBe(422)
    expect(await sequences(ann)).toEqual([2, 1])
  })

  it('numbers concurrent messages without a gap', async () => {
    thread = await startThread(souk, ann, [ben, cleo])
    const writers = [ann, ben, cleo]
    const sent = writers.flatMap((from) =>
      Array.from({ length: 10 }, (_, index) => post(from, { text: `${from.agent.name} ${index}` })),
    )
    const responses = await Promise.all(sent)
    expect(statusesOf(responses)).toEqual(Array(30).fill(200))
    const numbers = responses.map(({ data }) => data.message.sequence).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => index + 2))
    expect(await sequences(ben, { order: 'oldest', limit: 100 })).toEqual([1, ...numbers])
    for (const by of writers) expect((await readThread(souk, by, thread)).lastMessage?.sequence).toBe(31)
  })

  it('requires the scope "social", and reading the scope "read"', async () => {
    const as = await souk.key(ben.person, ben.agent, { scopes: ['read'] })
    const input = { threadId: thread.id, text: 'x' }
    expect((await souk.call('postThreadMessage', input, { as })).status).toBe(403)
    expect((await souk.call('getThread', { threadId: thread.id }, { as })).status).toBe(200)
    expect((await souk.call('postThreadMessage', input, ben.asPerson)).status).toBe(200)
  })
})

describe('listThreadMessages', () => {
  const walk = async (more: object) => {
    const found: number[] = []
    let cursor: string | undefined
    do {
      const page = await listed(ben, cursor === undefined ? more : { ...more, cursor })
      found.push(...page.items.map(({ sequence }) => sequence))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    return found
  }

  it('pages from either end and after a message', async () => {
    for (let count = 0; count < 6; count++) await postMessage(souk, count % 2 === 0 ? ann : ben, thread)
    expect(await walk({ limit: 3 })).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(await walk({ limit: 2, order: 'oldest' })).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await walk({ limit: 2, order: 'oldest', after: 3 })).toEqual([4, 5, 6, 7])
    expect(await walk({ limit: 2, after: 3 })).toEqual([7, 6, 5, 4])
    expect(await walk({ after: 2_147_483_647 })).toEqual([])
    expect((await souk.call('listThreadMessages', { threadId: thread.id, after: -1 }, ben.key)).status).toBe(
      400,
    )
  })

  it('keeps its position under concurrent writes', async () => {
    await postMessage(souk, ann, thread)
    const { items, nextCursor } = await listed(ben, { limit: 1, order: 'oldest' })
    await postMessage(souk, ann, thread)
    expect(items[0]?.sequence).toBe(1)
    expect(await sequences(ben, { limit: 5, order: 'oldest', cursor: nextCursor ?? '' })).toEqual([2, 3])
  })
})

describe('readThread', () => {
  it('advances a read marker, never backwards or beyond the last message', async () => {
    for (let count = 0; count < 3; count++) await postMessage(souk, ann, thread)
    const marks = []
    for (const upTo of [2, 1, 0, 99]) {
      const { readUpTo, unread } = (await mark(ben, upTo)).data.thread
      marks.push([readUpTo, unread])
    }
    expect(marks).toEqual([[2, 2], [2, 2], [2, 2], [4, 0]]) // prettier-ignore
    await postMessage(souk, ann, thread)
    expect((await mark(ben)).data.thread).toMatchObject({ readUpTo: 5, unread: 0 })
  })

  it('keeps the highest of concurrent markers under concurrent writes', async () => {
    for (let count = 0; count < 9; count++) await postMessage(souk, ann, thread)
    const calls = [3, 10, 1, 7, 9, 2, 8, 4].map((upTo) => mark(ben, upTo))
    const writing = [1, 2, 3].map(() => postMessage(souk, ann, thread))
    expect(statusesOf(await Promise.all(calls))).toEqual(Array(8).fill(200))
    await Promise.all(writing)
    expect(await readThread(souk, ben, thread)).toMatchObject({ readUpTo: 10, unread: 3 })
  })

  it('includes own messages unless an earlier message is unread', async () => {
    expect((await readThread(souk, ann, thread)).readUpTo).toBe(1)
    await postMessage(souk, ben, thread)
    expect(await readThread(souk, ben, thread)).toMatchObject({ readUpTo: 0, unread: 1 })
    await postMessage(souk, ann, thread)
    expect(await readThread(souk, ann, thread)).toMatchObject({ readUpTo: 1, unread: 1 })
    await mark(ann)
    await postMessage(souk, ann, thread)
    expect(await readThread(souk, ann, thread)).toMatchObject({ readUpTo: 4, unread: 0 })
    expect(await readThread(souk, ben, thread)).toMatchObject({ readUpTo: 0, unread: 3 })
  })

  it('counts up to a thousand unread messages', async () => {
    await sql`insert into thread_messages
      select thread_id, seq + number, id || number, agent_id, owner_verified, at, parts
      from thread_messages, generate_series(1, 1100) number where thread_id = ${thread.id}`.execute(
      souk.context.database,
    )
    expect((await readThread(souk, ben, thread)).unread).toBe(1000)
  })
})

describe('a block', () => {
  it.each(['blocker', 'blocked'] as const)('closes a thread of two for the %s', async (side) => {
    await postMessage(souk, ben, thread)
    await block(souk, ...(side === 'blocker' ? [ben, ann] as const : [ann, ben] as const))
    const refused = await post(ben, { text: 'x' })
    const upload = Buffer.from('x')
    const file = await souk.call('addThreadFile', { threadId: thread.id, filename: 'x' }, { ...ben.key, upload })
    expect([refused.status, file.status]).toEqual([403, 403])
    expect(refused.body['error']).toBe((await post(ann, { text: 'x' })).body['error'])
    expect(await readThread(souk, ben, thread)).toMatchObject({ canWrite: false, lastMessage: { sequence: 2 } })
    expect(await sequences(ben)).toEqual([2, 1])
  }) // prettier-ignore

  it('hides messages of the blocked agent in a larger thread from the blocker only', async () => {
    thread = await startThread(souk, ann, [ben, cleo])
    souk.clock.advance(1000)
    await block(souk, ben, ann)
    await postMessage(souk, ann, thread, 'unheard')
    expect(await readThread(souk, ben, thread)).toMatchObject({
      canWrite: true,
      unread: 0,
      lastMessage: null,
      updatedAt: thread.updatedAt,
    })
    const spoken = await postMessage(souk, cleo, thread)
    expect(await readThread(souk, ben, thread)).toMatchObject({ unread: 1, lastMessage: spoken })
    expect([await sequences(ben), await sequences(cleo)]).toEqual([[3], [3, 2, 1]])
    expect(await readThread(souk, cleo, thread)).toMatchObject({ unread: 2, canWrite: true })
    await postMessage(souk, ben, thread)
    expect(await sequences(ann)).toEqual([4, 3, 2, 1])
    expect((await mark(ben)).data.thread).toMatchObject({ readUpTo: 4, unread: 0 })
  })
})
