import { sql } from 'kysely'
import { formerValues } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { auditActionsOn } from '../fixtures/people/organizations.ts'
import { sendAsProvider, text as parts } from '../fixtures/a2a/task-messages.ts'
import {
  startThread,
  block,
  connect,
  setContactFrom,
  postMessage,
  readThread,
} from '../fixtures/people/thread-messages.ts'
import {
  applyTo,
  archiveInDatabase,
  fillListingInDatabase,
  createTestAgent,
  postListing,
  type TestAgent,
  referenceTo,
} from '../fixtures/people/test-agents.ts'

let souk: Souk
let ann: TestAgent
let ben: TestAgent
let cleo: TestAgent
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  ann = await createTestAgent(souk)
  ben = await createTestAgent(souk)
  cleo = await createTestAgent(souk)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const attempt = (
  from: TestAgent,
  to: readonly (TestAgent | string)[],
  fields: object = { text: 'Hello' },
) => {
  const participants = to.map((other) => (typeof other === 'string' ? other : other.agent.name))
  return souk.call('createThread', { participants, ...fields }, from.key)
}
const request = async (from: TestAgent, to: TestAgent) => {
  const sent = { name: to.agent.name, message: { parts: parts('Please') } }
  return (await souk.call('sendMessage', sent, from.key)).data.task ?? fail('no task')
}
const reference = ({ agent }: TestAgent) => referenceTo(agent)

describe('createThread', () => {
  it('creates a thread with a first message for all participants', async () => {
    const response = await attempt(ann, [ben, cleo.agent.id], { subject: 'Paper', text: 'Hello' })
    const { thread, message } = response.data
    const at = souk.clock.now().toISOString()
    expect(message).toEqual({
      id: expect.stringMatching(/^msg_/),
      threadId: thread.id,
      sequence: 1,
      from: reference(ann),
      parts: [
        {
          text: 'Hello',
          origin: { agentId: ann.agent.id, name: ann.agent.name, ownerVerified: false, at },
          flags: [],
        },
      ],
      createdAt: at,
    })
    const common = {
      id: thread.id,
      subject: 'Paper',
      about: null,
      participants: [ann, ben, cleo].map(reference).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      lastMessage: message,
      canWrite: true,
      createdAt: at,
      updatedAt: at,
    }
    expect(thread).toEqual({ ...common, unread: 0, readUpTo: 1 })
    for (const other of [ben, cleo]) {
      expect(await readThread(souk, other, thread)).toEqual({ ...common, unread: 1, readUpTo: 0 })
    }
    expect(await auditActionsOn(souk, thread.id)).toEqual(['thread.created'])
  })

  it('shows whether the owner had a verified address at the time', async () => {
    const person = await souk.person({ verified: true })
    const agent = await souk.agent(person)
    const { message } = (
      await souk.call('createThread', { participants: [ben.agent.name], text: 'Hi' }, { as: person.token })
    ).data
    expect(message.parts[0]?.origin).toMatchObject({ agentId: agent.id, ownerVerified: true })
  })

  it.each([
    ['neither text nor parts', {}],
    ['both', { text: 'a', parts: [{ text: 'b' }] }],
    ['an empty part', { parts: [{}] }],
    ['a part of two kinds', { parts: [{ text: 'a', data: 1 }] }],
    ['a file', { parts: [{ fileId: 'file_01jcxg5s7ve0br4y2a6f3k8m9n' }] }],
    ['too much', { parts: [{ data: 'x'.repeat(110_000) }] }],
    ['a subject that hides something', { text: 'a', subject: 'a\u202eb' }],
  ])('refuses %s', async (_what, fields) => {
    expect((await attempt(ann, [ben], fields)).status).toBe(422)
  })

  it('refuses the acting agent and duplicates', async () => {
    expect((await attempt(ann, [ben, ann])).body['error']).toMatch(/own agent/)
    const twice = await attempt(ann, [ben.agent.id, ben.agent.name])
    expect([twice.status, twice.body['error']]).toEqual([422, expect.stringContaining(ben.agent.name)])
    expect((await attempt(ann, [])).status).toBe(400)
    const crowd = Array.from({ length: 20 }, (_, index) => `agent-${index}`)
    expect((await attempt(ann, crowd)).status).toBe(400)
  })

  it('names participants that are unknown, private or archived', async () => {
    await souk.call('updateMyAgent', { visibility: 'private' }, ben.asPerson)
    await archiveInDatabase(souk, cleo)
    for (const name of ['unknown-agent', 'agt_x', ben.agent.name, cleo.agent.id]) {
      const refused = await attempt(ann, [name])
      expect([refused.status, refused.body['error']]).toEqual([404, `Agent "${name}" not found.`])
    }
  })

  it('allows private agents that know the sender or have the same owner', async () => {
    await souk.call('updateMyAgent', { visibility: 'private', contactFrom: 'none' }, ben.asPerson)
    await request(ben, ann)
    expect((await attempt(ann, [ben])).status).toBe(200)
    const sibling = await souk.agent(ann.person, { visibility: 'private', contactFrom: 'none' })
    expect((await attempt(ann, [sibling.name])).status).toBe(200)
  })

  it('refuses both sides of a block with the same error', async () => {
    await block(souk, ann, ben)
    const [blocker, blocked] = [await attempt(ann, [cleo, ben]), await attempt(ben, [ann])]
    expect([blocker.status, blocked.status]).toEqual([403, 403])
    const messageOf = (body: Record<string, unknown>) => String(body['error']).replace(/"[^"]+"/, 'X')
    expect(messageOf(blocker.body)).toBe(messageOf(blocked.body))
    expect(blocked.body['hint']).toBe(blocker.body['hint'])
  })
})

describe('a first contact', () => {
  type Step = (sender: TestAgent, receiver: TestAgent) => Promise<unknown>
  const past: Record<string, Step> = {
    nothing: async () => {},
    'a request that waits': request,
    'an application that waits': async (sender, receiver) =>
      applyTo(souk, sender, await postListing(souk, receiver)),
    'a request that was answered': async (sender, receiver) =>
      sendAsProvider(souk, receiver, await request(sender, receiver), { state: 'working' }),
    'a request of the other': (sender, receiver) => request(receiver, sender),
    'a connection': (sender, receiver) => connect(souk, receiver, sender),
    'a thread that was not answered': async (sender, receiver) => {
      await setContactFrom(souk, receiver, 'everyone')
      await startThread(souk, sender, [receiver])
    },
    'a thread that was answered': async (sender, receiver) => {
      await setContactFrom(souk, receiver, 'everyone')
      await postMessage(souk, receiver, await startThread(souk, sender, [receiver]))
    },
    'a thread of the other': (sender, receiver) => startThread(souk, receiver, [sender]),
  }
  const rows = [
    ['nothing', 200, 403, 403],
    ['a request that waits', 200, 403, 403],
    ['an application that waits', 200, 403, 403],
    ['a request that was answered', 200, 200, 200],
    ['a request of the other', 200, 200, 200],
    ['a connection', 200, 200, 403],
    ['a thread that was not answered', 200, 403, 403],
    ['a thread that was answered', 200, 200, 200],
    ['a thread of the other', 200, 200, 200],
  ] as const

  it.each(rows)(
    'after %s: contactFrom everyone gives %i, connections %i, none %i',
    async (name, everyone, connections, none) => {
      await past[name]?.(ann, ben)
      const statuses = [['connections', connections], ['none', none], ['everyone', everyone]] as const // prettier-ignore
      for (const [contactFrom, status] of statuses) {
        await setContactFrom(souk, ben, contactFrom)
        expect.soft((await attempt(ann, [ben])).status, contactFrom).toBe(status)
      }
    },
  )

  it('is checked for every participant', async () => {
    await connect(souk, ann, ben)
    await setContactFrom(souk, cleo, 'connections')
    const refused = await attempt(ann, [ben, cleo])
    expect([refused.status, refused.body['hint']]).toEqual([
      403,
      expect.stringContaining('connection request'),
    ])
  })
})

describe('contactFrom', () => {
  it.each(formerValues('contactFrom'))('accepts the former value "%s" and returns "none"', async (value) => {
    const former: object = { contactFrom: value }
    const { status, data } = await souk.call('updateMyAgent', { ...former }, ben.asPerson)
    expect([status, data.agent.contactFrom]).toEqual([200, 'none'])
    expect((await souk.agent(ann.person, former)).contactFrom).toBe('none')
  })

  it.each(formerValues('contactFrom'))(
    'stores "%s" of a node of the previous version as "none"',
    async (value) => {
      await sql`update agents set contact_from = ${value} where id = ${ben.agent.id}`.execute(
        souk.context.database,
      )
      expect((await souk.call('getMyAgent', {}, ben.key)).data.agent.contactFrom).toBe('none')
    },
  )
})

describe('the subject of a thread', () => {
  it('can be a task of both participants', async () => {
    const task = await request(ann, ben)
    const about = { kind: 'task', id: task.id }
    expect((await attempt(ben, [ann], { about, text: 'x' })).data.thread.about).toEqual(about)
    expect((await attempt(ann, [ben, cleo], { about, text: 'x' })).status).toBe(422)
    expect((await attempt(cleo, [ann], { about, text: 'x' })).status).toBe(404)
    expect((await attempt(ann, [ben], { about: { kind: 'task', id: 'task_x' }, text: 'x' })).status).toBe(404)
  })

  it('cannot be a task that is hidden from a participant', async () => {
    const { id } = await request(ann, ben)
    await souk.context.database
      .updateTable('tasks')
      .set({ hidden_until: new Date(souk.clock.now().getTime() + 1000) })
      .where('context_id', '<>', '')
      .execute()
    const about = { kind: 'task', id }
    for (const [from, to] of [[ann, ben], [ben, ann]] as const) {
      expect((await attempt(from, [to], { about, text: 'x' })).status).toBe(404)
    } // prettier-ignore
  })

  it('can be a public listing', async () => {
    const listing = await postListing(souk, ben)
    const about = { kind: 'listing', id: listing.id }
    const about404 = async (id: string) =>
      (await attempt(ben, [ann], { about: { kind: 'listing', id }, text: 'x' })).status
    expect((await attempt(ann, [ben, cleo], { about, text: 'x' })).data.thread.about).toEqual(about)
    await fillListingInDatabase(souk, listing, await applyTo(souk, ann, listing))
    expect((await attempt(ann, [ben], { about, text: 'x' })).status).toBe(200)
    expect(await about404((await postListing(souk, ben, { status: 'draft' })).id)).toBe(404)
    expect(await about404('lst_x')).toBe(404)
  })
})

describe('listThreads', () => {
  const listed = async (by: TestAgent, more: object = {}) =>
    (await souk.call('listThreads', more, by.key)).data.items.map(({ id }) => id)

  it('lists the latest active first with unread counts', async () => {
    const first = await startThread(souk, ann, [ben])
    souk.clock.advance(1000)
    const second = await startThread(souk, ann, [ben, cleo])
    souk.clock.advance(1000)
    const last = await postMessage(souk, ann, first)
    const { items } = (await souk.call('listThreads', {}, ben.key)).data
    expect(items).toMatchObject([
      { id: first.id, unread: 2, lastMessage: last, updatedAt: last.createdAt },
      { id: second.id, unread: 1, lastMessage: { sequence: 1 } },
    ])
    expect(items[0]).toEqual(await readThread(souk, ben, first))
    expect(await listed(cleo)).toEqual([second.id])
  })

  it('pages without gaps or duplicates, even among equal timestamps', async () => {
    const created: string[] = []
    for (let count = 0; count < 5; count++) created.unshift((await startThread(souk, ann, [ben])).id)
    const found: string[] = []
    let cursor: string | undefined
    do {
      const input = cursor === undefined ? { limit: 2 } : { limit: 2, cursor }
      const { data } = await souk.call('listThreads', input, ben.key)
      found.push(...data.items.map(({ id }) => id))
      cursor = data.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual(created)
  })

  it('filters by participant, subject and unread messages', async () => {
    const listing = await postListing(souk, cleo)
    const about = { kind: 'listing', id: listing.id }
    const withBen = await startThread(souk, ann, [ben])
    const withCleo = await startThread(souk, cleo, [ann], { about })
    expect(await listed(ann, { with: ben.agent.name })).toEqual([withBen.id])
    expect(await listed(ann, { with: cleo.agent.id })).toEqual([withCleo.id])
    expect(await listed(ann, { with: ann.agent.name })).toEqual([])
    expect(await listed(ann, { about: listing.id })).toEqual([withCleo.id])
    expect(await listed(ann, { unread: true })).toEqual([withCleo.id])
    await souk.call('readThread', { threadId: withCleo.id }, ann.key)
    expect(await listed(ann, { unread: true })).toEqual([])
  })

  it('uses the same number of statements for many threads as for one', async () => {
    const statements = async () => {
      const metric = souk.context.metrics.registry.getSingleMetric('souk_database_statements_total')
      const before = (await metric?.get())?.values[0]?.value ?? 0
      expect((await souk.call('listThreads', {}, ben.key)).status).toBe(200)
      return ((await metric?.get())?.values[0]?.value ?? 0) - before
    }
    await startThread(souk, ann, [ben])
    await statements()
    const withOneThread = await statements()
    for (let count = 0; count < 4; count++) await startThread(souk, ann, [ben, cleo])
    expect([withOneThread, await statements()]).toEqual([2, 2])
  })
})

describe('a participant who was archived', () => {
  it('leaves the thread readable; a thread of two is closed', async () => {
    const two = await startThread(souk, ann, [ben])
    const three = await startThread(souk, ann, [ben, cleo])
    await archiveInDatabase(souk, ben)
    expect([
      (await readThread(souk, ann, two)).canWrite,
      (await readThread(souk, ann, three)).canWrite,
    ]).toEqual([false, true])
    const write = (threadId: string) => souk.call('postThreadMessage', { threadId, text: 'x' }, ann.key)
    expect([(await write(two.id)).status, (await write(three.id)).status]).toEqual([403, 200])
    const { items } = (await souk.call('listThreadMessages', { threadId: two.id }, ann.key)).data
    expect(items).toHaveLength(1)
  })
})
