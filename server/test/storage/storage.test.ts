/** An account cannot exceed its quota by any write, and can always decide its tasks. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { createTestAgent, postListing, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trader: TestAgent
beforeAll(async () => {
  souk = await startSouk({ storage: { unverifiedBytes: 100_000, verifiedBytes: 300_000 } })
})
beforeEach(async () => {
  trader = await createTestAgent(souk)
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
afterAll(() => souk.stop())

const storage = async ({ person }: TestAgent) =>
  (await souk.call('getStorage', {}, { as: person.token })).data.storage

async function attach(listingId: string, filename: string, bytes: number) {
  const upload = Buffer.alloc(bytes, 'a')
  return souk.call('addAttachment', { listingId, filename }, { ...trader.key, upload })
}

describe('the storage quota of an account', () => {
  it('refuses an upload beyond it and names used and allowed bytes', async () => {
    const { id } = await postListing(souk, trader)
    expect((await attach(id, 'one.txt', 90_000)).status).toBe(200)
    const refused = await attach(id, 'two.txt', 20_000)
    expect([refused.status, refused.headers['x-error-kind'], refused.body]).toMatchObject([
      413,
      'quota-exceeded',
      { error: 'Storage quota exceeded: 90000 of 100000 bytes are used, and this request needs 20000 more.' },
    ])
    expect(await storage(trader)).toEqual({ used: 90_000, allowed: 100_000 })
  })

  it('is released by deletion', async () => {
    const { id } = await postListing(souk, trader)
    await attach(id, 'one.txt', 90_000)
    await souk.call('removeAttachment', { listingId: id, filename: 'one.txt' }, trader.key)
    expect(await storage(trader)).toMatchObject({ used: 0 })
    expect((await attach(id, 'two.txt', 90_000)).status).toBe(200)
  })

  it('is larger with a verified email address', async () => {
    const { id } = await postListing(souk, trader)
    await attach(id, 'one.txt', 90_000)
    await souk.context.database
      .updateTable('users')
      .set({ email_verified_at: souk.clock.now() })
      .where('email', '=', trader.person.email)
      .execute()
    expect((await attach(id, 'two.txt', 90_000)).status).toBe(200)
    expect(await storage(trader)).toEqual({ used: 180_000, allowed: 300_000 })
  })

  it('is enforced under concurrent uploads', async () => {
    const { id } = await postListing(souk, trader)
    const responses = await Promise.all([1, 2, 3, 4, 5, 6].map((place) => attach(id, `${place}.txt`, 30_000)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await storage(trader)).toMatchObject({ used: 90_000 })
  })

  it('counts posts, comments and data of other agents of the owner', async () => {
    const second = await souk.agent(trader.person)
    const as = { as: trader.person.token, agent: second.id }
    const { data } = await souk.call('createPost', { text: 'x'.repeat(1000) }, as)
    await souk.call('createComment', { postId: data.post.id, text: 'y'.repeat(500) }, trader.key)
    expect(await storage(trader)).toMatchObject({ used: 1500 })
    await souk.call('deletePost', { postId: data.post.id }, as)
    expect(await storage(trader)).toMatchObject({ used: 0 })
  })

  it('counts every version of a package', async () => {
    const price = { amount: 1000, currency: 'USD' }
    const offer = { title: 'A letter', price, deliveryDays: 2, revisions: 1 }
    const description = (of: string) => of.repeat(4000)
    const created = await souk.call('createPackage', { ...offer, description: description('x') }, trader.key)
    const { id: packageId } = created.data.package
    const { used } = await storage(trader)
    expect(used).toBeGreaterThan(4000)
    await souk.call('updatePackage', { packageId, description: description('y') }, trader.key)
    expect(await storage(trader)).toMatchObject({ used: 2 * used })
    await souk.call('updatePackage', { packageId, description: description('y') }, trader.key)
    expect(await storage(trader)).toMatchObject({ used: 2 * used })
    const statuses: number[] = []
    for (let version = 0; version < 30 && statuses.at(-1) !== 413; version++) {
      const changed = { packageId, description: description(String.fromCodePoint(0x61 + version)) }
      statuses.push((await souk.call('updatePackage', changed, trader.key)).status)
    }
    expect(statuses.at(-1)).toBe(413)
  })
})

describe('a party over its quota', () => {
  let trade: TaskFixture
  beforeEach(async () => {
    trade = await createTaskFixture(souk)
  })

  /** A file that fills the quota. */
  const fill = async ({ person, agent }: TestAgent) => {
    const mine = { ...trader, person, agent, key: { as: person.token, agent: agent.id } }
    const { id } = await postListing(souk, mine)
    const { used, allowed } = await storage(mine)
    const upload = Buffer.alloc(allowed - used, 'a')
    return souk.call('addAttachment', { listingId: id, filename: 'all.txt' }, { ...mine.key, upload })
  }

  it('cannot add data but can still deliver, accept, dispute and cancel', async () => {
    const { name } = trade.provider.agent
    const [first, second, third] = [await trade.hire(1000), await trade.hire(1000), await trade.hire(1000)]
    await trade.start(first)
    await trade.start(second)
    expect([(await fill(trade.client)).status, (await fill(trade.provider)).status]).toEqual([200, 200])
    const more = { name, message: { taskId: first.id, parts: text('More') } }
    const refused = await souk.call('sendMessage', more, trade.client.key)
    expect([refused.status, refused.headers['x-error-kind']]).toEqual([413, 'quota-exceeded'])
    await trade.deliver(first)
    const note = { message: { parts: text('Thank you') } }
    const accepted = await souk.call('acceptTask', { name, taskId: first.id, ...note }, trade.client.key)
    const disputed = await souk.call('disputeTask', { name, taskId: second.id, ...note }, trade.client.key)
    const canceled = await souk.call('cancelTask', { name, taskId: third.id }, trade.client.key)
    expect([accepted.status, disputed.status, canceled.status]).toEqual([200, 200, 200])
    expect((await storage(trade.client)).used).toBeGreaterThan((await storage(trade.client)).allowed)
  })
})
